package dev.arag.evaluation.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on the loopback interface that answers each request and counts the calls. */
final class LoopbackLlm implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private final int delayMillis;

  LoopbackLlm(int delayMillis) throws IOException {
    this.delayMillis = delayMillis;
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Returns the number of calls by question. */
  Map<String, Integer> calls() {
    return new TreeMap<>(calls);
  }

  int allCalls() {
    return calls.values().stream().mapToInt(Integer::intValue).sum();
  }

  void reset() {
    calls.clear();
  }

  private void handle(HttpExchange exchange) throws IOException {
    JsonNode messages = JSON.readTree(exchange.getRequestBody()).path("messages");
    String question = messages.path(messages.size() - 1).path("content").asText();
    calls.merge(question, 1, Integer::sum);
    pause();
    byte[] body = reply("In Tarn, because of: " + question).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void pause() {
    try {
      Thread.sleep(delayMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reply(String text) {
    ObjectNode json = JSON.createObjectNode().put("model", "loopback-1");
    json.putArray("choices")
        .addObject()
        .put("finish_reason", "stop")
        .putObject("message")
        .put("role", "assistant")
        .put("content", text);
    json.putObject("usage").put("prompt_tokens", 100).put("completion_tokens", 10);
    return json.toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
