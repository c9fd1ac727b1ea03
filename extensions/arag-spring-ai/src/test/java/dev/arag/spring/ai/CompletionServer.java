package dev.arag.spring.ai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/**
 * A chat completions endpoint on the loopback interface, which sends the given replies in order.
 */
final class CompletionServer implements AutoCloseable {
  static final String KEY = "sk-test-0123456789";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A reply: a status and a body, which is a stream if the status is 200. */
  private record Canned(int status, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final LinkedBlockingDeque<Canned> replies = new LinkedBlockingDeque<>();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  /** Counted down when a request arrives that gets no reply. */
  final CountDownLatch isHanging = new CountDownLatch(1);

  private final CountDownLatch isClosed = new CountDownLatch(1);

  CompletionServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/chat/completions", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Spring AI's own model, without retries of its own. */
  OpenAiChatModel model() {
    return model(url());
  }

  static OpenAiChatModel model(String url) {
    return model(url, "test-model");
  }

  static OpenAiChatModel model(String url, String name) {
    return OpenAiChatModel.builder()
        .options(
            OpenAiChatOptions.builder()
                .baseUrl(url)
                .apiKey(KEY)
                .model(name)
                .streamUsage(true)
                .maxRetries(0)
                .build())
        .build();
  }

  /** Sends parts of a text, the finish reason and the usage. */
  CompletionServer text(String... parts) {
    StringBuilder stream = new StringBuilder();
    for (String part : parts) {
      stream.append(event("{\"role\":\"assistant\",\"content\":%s}".formatted(quoted(part)), null));
    }
    return add(stream.append(event("{}", "stop")) + usage());
  }

  /** Sends the arguments of a tool call in two parts. */
  CompletionServer call(String id, String tool, String arguments) {
    int half = arguments.length() / 2;
    return add(
        event(
                "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":%s}}]}"
                    .formatted(id, tool, quoted(arguments.substring(0, half))),
                null)
            + event(
                "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":%s}}]}"
                    .formatted(quoted(arguments.substring(half))),
                null)
            + event("{}", "tool_calls")
            + usage());
  }

  /** Sends a part of a text, and ends the stream without a finish reason. */
  CompletionServer cutOff(String text) {
    return add(event("{\"role\":\"assistant\",\"content\":%s}".formatted(quoted(text)), null));
  }

  CompletionServer error(int status, String message) {
    replies.add(new Canned(status, "{\"error\":{\"message\":" + quoted(message) + "}}"));
    return this;
  }

  private CompletionServer add(String stream) {
    replies.add(new Canned(200, stream + "data: [DONE]\n\n"));
    return this;
  }

  private static String event(String delta, String finish) {
    return ("data: {\"id\":\"r1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"served-model\","
            + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n")
        .formatted(delta, finish == null ? "null" : quoted(finish));
  }

  private static String usage() {
    return "data: {\"id\":\"r1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"served-model\","
        + "\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":7,\"total_tokens\":107,"
        + "\"prompt_tokens_details\":{\"cached_tokens\":60}}}\n\n";
  }

  private static String quoted(String text) {
    return JSON.valueToTree(text).toString();
  }

  List<JsonNode> requests() {
    return requests;
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(JSON.readTree(exchange.getRequestBody()));
    Canned reply = replies.poll();
    if (reply == null) {
      isHanging.countDown();
      awaitClose();
      exchange.close();
      return;
    }
    exchange
        .getResponseHeaders()
        .set("Content-Type", reply.status() == 200 ? "text/event-stream" : "application/json");
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void awaitClose() {
    try {
      isClosed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    isClosed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
