package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.mcp.internal.tool.ProgressListener;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests at once, or starts calls of tools. Requests that need no tool do not wait for
 * the threads that run calls.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger("dev.arag.mcp");

  private final Methods methods;
  private final CallExecutor calls;

  Dispatcher(ServerDescription server, CallExecutor calls) {
    this.methods = new Methods(server);
    this.calls = calls;
  }

  /**
   * Handles a request.
   *
   * @param version the version of the protocol
   * @param client names the calls that a cancellation may refer to
   * @param messages receives the notifications and the reply. If the request starts a call, another
   *     thread sends them, one after the other
   * @return the call; empty if the reply was sent
   * @throws RpcException if the request is answered with an error, which was not sent
   */
  Optional<Call> handle(
      ClientMessage.Request request, String version, String client, Consumer<ObjectNode> messages) {
    if (!request.method().equals(Methods.TOOLS_CALL)) {
      messages.accept(Replies.result(request.id(), methods.answer(request, version)));
      return Optional.empty();
    }
    methods.requireCallable(request.params());
    return Optional.of(
        calls.start(
            Call.Key.of(client, request.id()), call -> reply(request, version, call), messages));
  }

  private ObjectNode reply(ClientMessage.Request request, String version, Call call) {
    try {
      ObjectNode result = methods.call(request.params(), version, progress(request, call));
      return Replies.result(request.id(), result);
    } catch (Throwable e) {
      // Each request must be answered, and the client must not see the text of the exception.
      LOG.error("The request {} of an MCP client failed.", request.method(), e);
      return Replies.error(request.id(), new RpcError(RpcError.INTERNAL_ERROR, "The tool failed."));
    }
  }

  private static ProgressListener progress(ClientMessage.Request request, Call call) {
    JsonNode token = request.params().path("_meta").path("progressToken");
    return ClientMessage.isId(token)
        ? (step, text) -> call.send(Replies.progress(token, step, text))
        : ProgressListener.NONE;
  }

  /** Handles a notification. Only cancellations have an effect. */
  void handle(ClientMessage.Notification notification, String client) {
    JsonNode id = notification.params().path("requestId");
    if (notification.method().equals(Methods.CANCELLED) && ClientMessage.isId(id)) {
      calls.cancel(Call.Key.of(client, id));
    }
  }
}
