package dev.arag.mcp.internal.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.web.AccessToken;
import dev.arag.web.OriginPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves clients over HTTP on the loopback interface. Nothing is stored between requests. The
 * session id of the older era only tells the requests of several clients apart, so that one client
 * cannot cancel a call of another one.
 */
public final class HttpEndpoint implements AutoCloseable {
  /** The path of the endpoint. */
  public static final String PATH = "/mcp";

  private static final String SESSION = "Mcp-Session-Id";
  private static final int BACKLOG = 1_024;
  private static final int THREADS = 256;

  private final HttpServer server;
  private final OriginPolicy origins;
  private final @Nullable AccessToken token;
  private final CallExecutor calls = new CallExecutor();
  private final Dispatcher dispatcher;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          HttpEndpoint::thread);

  private HttpEndpoint(
      HttpServer server, ServerDescription description, @Nullable AccessToken token) {
    this.server = server;
    this.origins = OriginPolicy.loopback(server.getAddress().getPort());
    this.token = token;
    this.dispatcher = new Dispatcher(description, calls);
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "arag-mcp-http");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a server.
   *
   * @param port the port, or 0 for any free port
   * @param token what each request must contain as a bearer token; null for no such check
   * @throws IOException if the port cannot be used
   */
  public static HttpEndpoint start(
      ServerDescription description, int port, @Nullable AccessToken token) throws IOException {
    requireNonNull(description, "description");
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
    HttpEndpoint endpoint = new HttpEndpoint(server, description, token);
    server.start();
    return endpoint;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getRequestHeaders();
      Optional<String> refusal = origins.refusal(headers.get("Host"), headers.get("Origin"));
      if (refusal.isPresent()) {
        refuse(exchange, 403, refusal.get());
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        refuse(exchange, 404, "The path is " + PATH + ".");
      } else if (token != null && !token.isBearerOf(headers.getFirst("Authorization"))) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        refuse(exchange, 401, "Send the token in the header Authorization.");
      } else {
        handleMethod(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handleMethod(HttpExchange exchange) throws IOException, InterruptedException {
    String method = exchange.getRequestMethod();
    exchange.getResponseHeaders().set("Allow", "POST, OPTIONS");
    if (method.equals("OPTIONS")) {
      exchange.sendResponseHeaders(204, -1);
    } else if (!method.equals("POST")) {
      refuse(exchange, 405, "Send messages with POST. This server has no other stream of events.");
    } else if (!HttpRules.isJson(exchange.getRequestHeaders())) {
      refuse(exchange, 415, "The Content-Type must be application/json.");
    } else if (!HttpRules.acceptsJson(exchange.getRequestHeaders())
        && !HttpRules.acceptsStream(exchange.getRequestHeaders())) {
      refuse(exchange, 406, "Accept application/json and text/event-stream.");
    } else {
      post(exchange);
    }
  }

  private void post(HttpExchange exchange) throws IOException, InterruptedException {
    int limit = StdioConnection.MAX_MESSAGE_BYTES;
    byte[] body = exchange.getRequestBody().readNBytes(limit + 1);
    if (body.length > limit) {
      exchange.getResponseHeaders().set("Connection", "close");
      refuse(exchange, 413, "The message is longer than 1 MiB.");
      return;
    }
    HttpReply reply = new HttpReply(exchange);
    Message message = Message.read(body);
    if (message instanceof Message.Request request) {
      handle(request, exchange, reply);
    } else if (message instanceof Message.Invalid invalid) {
      reply.send(400, Replies.error(invalid.id(), invalid.error()));
    } else {
      if (message instanceof Message.Notification notification && !session(exchange).isEmpty()) {
        dispatcher.handle(notification, session(exchange));
      }
      exchange.sendResponseHeaders(202, -1);
    }
  }

  private void handle(Message.Request request, HttpExchange exchange, HttpReply reply)
      throws IOException, InterruptedException {
    boolean isModern;
    try {
      isModern = HttpRules.requireEra(exchange.getRequestHeaders(), request);
    } catch (RpcException e) {
      reply.send(400, error(request, e));
      return;
    }
    Optional<Call> call;
    try {
      call = dispatcher.handle(request, isModern, session(exchange), reply::add);
    } catch (RpcException e) {
      boolean isUnknown = isModern && e.error().code() == RpcError.METHOD_NOT_FOUND;
      reply.send(isUnknown ? 404 : 200, error(request, e));
      return;
    }
    if (call.isPresent()) {
      reply.send(call.get());
    } else {
      if (!isModern && request.method().equals(Methods.INITIALIZE)) {
        exchange.getResponseHeaders().set(SESSION, AccessToken.random().value());
      }
      reply.send();
    }
  }

  private static ObjectNode error(Message.Request request, RpcException e) {
    return Replies.error(request.id(), e.error());
  }

  /** The session that the client names; empty if none. Its calls can be cancelled. */
  private static String session(HttpExchange exchange) {
    return HttpRules.single(exchange.getRequestHeaders(), SESSION).orElse("");
  }

  /** Answers a request that is not a message, with an error that has no id. */
  private static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
    RpcError error = new RpcError(RpcError.INVALID_REQUEST, reason);
    byte[] body = Json.write(Replies.error(NullNode.instance, error));
    HttpReply.sendBody(exchange, status, "application/json", body);
  }

  /** Stops the server. Cancels all calls. */
  @Override
  public void close() {
    calls.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
