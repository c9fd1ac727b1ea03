package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP server on the loopback interface that replies with chat completions from a script.
 */
public final class ChatServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    // Without this setting, delayed acknowledgements add 40 ms to each request to the JDK's server.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  public record Request(String path, String protocol, Headers headers, JsonNode body) {}

  private record Response(int status, String body) {}

  private static final AtomicInteger SERVERS = new AtomicInteger();

  /**
   * A unique path, because ports are reused. Otherwise the known capabilities of an earlier server
   * on the same port would apply to this server.
   */
  private final String path = "/chat-server-" + SERVERS.incrementAndGet() + "/v1";

  private final HttpServer server;
  private final Queue<Response> script = new ArrayDeque<>();
  private final List<Request> requests = new ArrayList<>();

  public ChatServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  public String baseUrl() {
    return "http://"
        + server.getAddress().getHostString()
        + ":"
        + server.getAddress().getPort()
        + path;
  }

  public ChatServer calls(String... callsJson) {
    return completion(
        "{\"role\":\"assistant\",\"content\":null,\"reasoning_content\":\"I look it up.\",\"tool_calls\":["
            + String.join(",", callsJson)
            + "]}",
        "tool_calls");
  }

  public static String call(String id, String name, String arguments) {
    return "{\"id\":%s,\"type\":\"function\",\"function\":{\"name\":%s,\"arguments\":%s}}"
        .formatted(quoted(id), quoted(name), quoted(arguments));
  }

  public ChatServer text(String text) {
    return completion("{\"role\":\"assistant\",\"content\":" + quoted(text) + "}", "stop");
  }

  private ChatServer completion(String message, String finish) {
    return answers(
        200,
        """
        {"id":"c1","object":"chat.completion","created":1,"model":"tiny-1-0815",
         "choices":[{"index":0,"message":%s,"finish_reason":"%s"}],
         "usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,
                  "prompt_tokens_details":{"cached_tokens":64}}}
        """
            .formatted(message, finish));
  }

  public synchronized ChatServer answers(int status, String body) {
    script.add(new Response(status, body));
    return this;
  }

  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
    requests.add(
        new Request(
            exchange.getRequestURI().getPath(),
            exchange.getProtocol(),
            exchange.getRequestHeaders(),
            body));
    Response response = script.isEmpty() ? new Response(500, "script over") : script.remove();
    byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Location", baseUrl() + "/elsewhere");
    exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String quoted(String text) {
    return JSON.getNodeFactory().textNode(text).toString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
