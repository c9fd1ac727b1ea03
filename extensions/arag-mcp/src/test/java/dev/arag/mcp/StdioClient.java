package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of {@link McpStdio} in this process. Requires that each line it receives is JSON. */
public final class StdioClient implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  static final ObjectMapper JSON = new ObjectMapper();

  private final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
  private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
  private final List<String> lines = new ArrayList<>();
  private final Thread server;
  private volatile boolean wasInterrupted;

  public StdioClient(McpTools tools) {
    server = new Thread(() -> serve(tools), "test-server");
    server.start();
  }

  private void serve(McpTools tools) {
    try {
      McpStdio.serve(tools, new Input(), new Output());
    } catch (InterruptedException e) {
      wasInterrupted = true;
    }
  }

  boolean wasInterrupted() {
    return wasInterrupted;
  }

  Thread server() {
    return server;
  }

  public void send(String line) {
    sent.add((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public void send(byte[] bytes) {
    sent.add(bytes);
  }

  void request(Object id, String method, Map<String, ?> params) throws IOException {
    send(JSON.writeValueAsString(request(method, params).set("id", JSON.valueToTree(id))));
  }

  void notify(String method, Map<String, ?> params) throws IOException {
    send(JSON.writeValueAsString(request(method, params)));
  }

  static ObjectNode request(String method, Map<String, ?> params) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    message.set("params", JSON.valueToTree(params));
    return message;
  }

  /** Returns the next message. */
  public JsonNode next() throws InterruptedException {
    JsonNode message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(message).as("message of the server").isNotNull();
    return message;
  }

  /** Returns the next message, or null if there is none for some time. */
  @Nullable JsonNode next(long millis) throws InterruptedException {
    return received.poll(millis, TimeUnit.MILLISECONDS);
  }

  JsonNode ask(String method, Map<String, ?> params) throws IOException, InterruptedException {
    request(1, method, params);
    return next();
  }

  /** Calls a tool and returns the result. */
  JsonNode call(String tool, Map<String, ?> arguments) throws IOException, InterruptedException {
    return ask("tools/call", Map.of("name", tool, "arguments", arguments)).get("result");
  }

  String text(String tool, Map<String, ?> arguments) throws IOException, InterruptedException {
    return call(tool, arguments).get("content").get(0).get("text").asText();
  }

  /** Ends the input and returns the messages that were not read yet. */
  public List<JsonNode> end() throws InterruptedException {
    sent.add(new byte[0]);
    server.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertThat(server.isAlive()).as("server is running").isFalse();
    List<JsonNode> rest = new ArrayList<>();
    received.drainTo(rest);
    return rest;
  }

  /** All lines so far. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    try {
      List<JsonNode> unused = end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void receive(String line) {
    lines.add(line);
    try {
      received.add(JSON.readTree(line));
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int character) {
      throw new AssertionError("The server must write whole lines.");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      String line = new String(bytes, offset, length, StandardCharsets.UTF_8);
      assertThat(line).endsWith("\n");
      receive(line.substring(0, line.length() - 1));
    }
  }

  private final class Input extends InputStream {
    private byte[] bytes = new byte[0];
    private int next;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (next == bytes.length) {
        try {
          bytes = sent.take();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        next = 0;
      }
      if (bytes.length == 0) {
        return -1;
      }
      int count = Math.min(length, bytes.length - next);
      System.arraycopy(bytes, next, target, offset, count);
      next += count;
      return count;
    }
  }
}
