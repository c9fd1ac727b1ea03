package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The response to one request: JSON if the reply comes at once, otherwise a stream of events. The
 * stream has a comment twice a second, because the JDK's server notices only by writing that a
 * client has closed the connection.
 */
final class HttpReply {
  private static final Duration HEARTBEAT = Duration.ofMillis(500);
  private static final String JSON = "application/json";

  private final HttpExchange exchange;
  private final boolean acceptsStream;
  private final boolean acceptsJson;
  private final BlockingQueue<ObjectNode> messages = new LinkedBlockingQueue<>();
  private boolean isStream;

  HttpReply(HttpExchange exchange) {
    this.exchange = exchange;
    this.acceptsStream = HttpRules.acceptsStream(exchange.getRequestHeaders());
    this.acceptsJson = HttpRules.acceptsJson(exchange.getRequestHeaders());
  }

  /** Adds a notification or the reply. Called on any thread. */
  void add(ObjectNode message) {
    messages.add(message);
  }

  /** Sends an error as the reply. */
  void send(int status, ObjectNode reply) throws IOException {
    sendBody(exchange, status, JSON, Json.write(reply));
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
    if (isStream || !acceptsJson) {
      write(event(reply));
    } else {
      send(200, reply);
    }
  }

  /** Ends the response to a request that was cancelled. */
  private void sendNoReply() throws IOException {
    if (!isStream) {
      exchange.sendResponseHeaders(202, -1);
    }
  }

  private static String event(ObjectNode message) {
    return "event: message\ndata: "
        + new String(Json.write(message), StandardCharsets.UTF_8)
        + "\n\n";
  }

  private void write(String text) throws IOException {
    if (!isStream) {
      isStream = true;
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.getResponseHeaders().set("Cache-Control", "no-cache");
      exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
      exchange.sendResponseHeaders(200, 0);
    }
    OutputStream out = exchange.getResponseBody();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  static void sendBody(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
