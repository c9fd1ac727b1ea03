package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request: JSON if the reply comes at once, otherwise a stream of events. The
 * stream has a comment twice a second, because the JDK's server notices only by writing that a
 * client has closed the connection.
 */
final class HttpReply {
  private static final Duration HEARTBEAT = Duration.ofMillis(500);

  private final ServerRequest request;
  private final boolean acceptsStream;
  private final boolean acceptsJson;
  private final BlockingQueue<ObjectNode> messages = new LinkedBlockingQueue<>();
  private @Nullable OutputStream stream;

  /**
   * @throws HttpFailure if the client accepts neither form
   */
  HttpReply(ServerRequest request) {
    this.request = request;
    this.acceptsStream = HttpRules.acceptsStream(request.headers());
    this.acceptsJson = HttpRules.acceptsJson(request.headers());
    if (!acceptsStream && !acceptsJson) {
      throw new HttpFailure(406, "Accept application/json and text/event-stream.");
    }
  }

  /** Adds a notification or the reply. Called on any thread. */
  void add(ObjectNode message) {
    messages.add(message);
  }

  /** Sends an error as the reply. */
  void send(int status, ObjectNode reply) throws IOException {
    request.bytes(status, "application/json", Json.write(reply));
  }

  /** Sends the reply that was added. */
  void send() throws IOException {
    finish(messages.remove());
  }

  /**
   * Sends the messages of a call until it ends. Cancels the call if the client has closed the
   * connection.
   */
  void send(Call call) throws IOException, InterruptedException {
    try {
      while (!call.isCancelled()) {
        ObjectNode message = messages.poll(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
        if (message != null && message.has("id")) {
          finish(message);
          return;
        }
        if (acceptsStream) {
          write(message == null ? ": \n\n" : event(message));
        }
      }
      sendNoReply();
    } finally {
      call.cancel();
    }
  }

  private void finish(ObjectNode reply) throws IOException {
    if (stream != null || !acceptsJson) {
      write(event(reply));
    } else {
      send(200, reply);
    }
  }

  /** Ends the response to a request that was cancelled. */
  private void sendNoReply() throws IOException {
    if (stream == null) {
      request.end(202);
    }
  }

  private static String event(ObjectNode message) {
    return "event: message\ndata: "
        + new String(Json.write(message), StandardCharsets.UTF_8)
        + "\n\n";
  }

  private void write(String text) throws IOException {
    OutputStream out = stream;
    if (out == null) {
      request.header("Content-Type", "text/event-stream");
      request.header("Cache-Control", "no-cache");
      request.header("X-Accel-Buffering", "no");
      out = request.open();
      stream = out;
    }
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
