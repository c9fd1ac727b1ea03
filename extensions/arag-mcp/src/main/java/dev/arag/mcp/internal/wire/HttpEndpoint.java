package dev.arag.mcp.internal.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.web.AccessToken;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.LoopbackServer;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves clients over HTTP on the loopback interface. Nothing is stored between requests. The
 * session id of the older era only tells the requests of several clients apart, so that one client
 * cannot cancel a call of another one.
 */
public final class HttpEndpoint implements LoopbackServer.Handler, AutoCloseable {
  /** The path of the endpoint. */
  public static final String PATH = "/mcp";

  private static final String SESSION = "Mcp-Session-Id";
  private static final String JSON = "application/json";

  private final LoopbackServer server;
  private final @Nullable AccessToken token;
  private final CallExecutor calls = new CallExecutor();
  private final Dispatcher dispatcher;

  private HttpEndpoint(
      LoopbackServer server, ServerDescription description, @Nullable AccessToken token) {
    this.server = server;
    this.token = token;
    this.dispatcher = new Dispatcher(description, calls);
  }

  /**
   * Starts a server.
   *
   * @param port the port, or 0 for any free port
   * @param token what each request must contain as a bearer token; null for no such check
   * @param clientTimeout how long a client may take for one read or write
   * @throws IOException if the port cannot be used
   */
  public static HttpEndpoint start(
      ServerDescription description, int port, @Nullable AccessToken token, Duration clientTimeout)
      throws IOException {
    requireNonNull(description, "description");
    LoopbackServer server = new LoopbackServer(port, clientTimeout);
    HttpEndpoint endpoint = new HttpEndpoint(server, description, token);
    server.start(endpoint);
    return endpoint;
  }

  public int port() {
    return server.port();
  }

  @Override
  public void answer(ServerRequest request) throws IOException, InterruptedException {
    if (!request.path().equals(PATH)) {
      throw HttpFailure.notFound("The path is " + PATH + ".");
    }
    if (token != null && !token.isBearerOf(request.headers().getFirst("Authorization"))) {
      request.header("WWW-Authenticate", "Bearer");
      throw new HttpFailure(401, "Send the token in the header Authorization.");
    }
    if (token != null) {
      request.admit();
    }
    request.header("Allow", "POST, OPTIONS");
    switch (request.method()) {
      case "OPTIONS" -> request.end(204);
      case "POST" -> post(request);
      default ->
          throw new HttpFailure(
              405, "Send messages with POST. This server has no other stream of events.");
    }
  }

  /** Answers a request that is not a message, with an error that has no id. */
  @Override
  public void refuse(ServerRequest request, HttpFailure failure) throws IOException {
    RpcError error = new RpcError(RpcError.INVALID_REQUEST, failure.reason());
    request.bytes(failure.status(), JSON, Json.write(Replies.error(NullNode.instance, error)));
  }

  private void post(ServerRequest request) throws IOException, InterruptedException {
    // Pages of other origins cannot send this type unasked.
    if (!request.mediaType().equals(JSON)) {
      throw new HttpFailure(415, "The Content-Type must be application/json.");
    }
    HttpReply reply = new HttpReply(request);
    byte[] body = request.bodyBytes(StdioConnection.MAX_MESSAGE_BYTES);
    if (token == null) {
      // Without a token, a client is known only by a complete request.
      request.admit();
    }
    ClientMessage message = ClientMessage.read(body);
    if (message instanceof ClientMessage.Request asked) {
      handle(asked, request, reply);
    } else if (message instanceof ClientMessage.Invalid invalid) {
      reply.send(400, Replies.error(invalid.id(), invalid.error()));
    } else {
      if (message instanceof ClientMessage.Notification notification
          && !session(request).isEmpty()) {
        dispatcher.handle(notification, session(request));
      }
      request.end(202);
    }
  }

  private void handle(ClientMessage.Request asked, ServerRequest request, HttpReply reply)
      throws IOException, InterruptedException {
    String version;
    try {
      version = HttpRules.requireVersion(request.headers(), asked);
    } catch (RpcException e) {
      reply.send(400, error(asked, e));
      return;
    }
    boolean isModern = ProtocolVersion.isModern(version);
    Optional<Call> call;
    try {
      call = dispatcher.handle(asked, version, session(request), reply::add);
    } catch (RpcException e) {
      boolean isUnknown = isModern && e.error().code() == RpcError.METHOD_NOT_FOUND;
      reply.send(isUnknown ? 404 : 200, error(asked, e));
      return;
    }
    if (call.isPresent()) {
      reply.send(call.get());
    } else {
      if (!isModern && asked.method().equals(Methods.INITIALIZE)) {
        request.header(SESSION, AccessToken.random().value());
      }
      reply.send();
    }
  }

  private static ObjectNode error(ClientMessage.Request request, RpcException e) {
    return Replies.error(request.id(), e.error());
  }

  /** The session that the client names; empty if none. Its calls can be cancelled. */
  private static String session(ServerRequest request) {
    return HttpRules.single(request.headers(), SESSION).orElse("");
  }

  /** Stops the server. Cancels all calls. */
  @Override
  public void close() {
    calls.close();
    server.close();
  }
}
