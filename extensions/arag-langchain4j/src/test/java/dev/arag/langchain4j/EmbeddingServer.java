package dev.arag.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.core.embed.HashEmbedder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback with OpenAI's interface for embeddings, whose answers a test chooses. */
final class EmbeddingServer implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  /** Answers a request instead of the server. */
  interface Fault {
    /**
     * @param request the number of the request, starting with 0
     * @return whether the request was answered
     */
    boolean answer(int request, List<String> texts, Reply reply) throws Exception;
  }

  /** The response to a request. */
  record Reply(HttpExchange exchange) {
    boolean send(int status, String body) throws IOException {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
      return true;
    }

    boolean send(int status, String body, String header, String value) throws IOException {
      exchange.getResponseHeaders().set(header, value);
      return send(status, body);
    }
  }

  final List<List<String>> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger mostAtOnce = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HashEmbedder vectors = new HashEmbedder();
  private final HttpServer server;
  volatile Fault fault = (request, texts, reply) -> false;

  EmbeddingServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/embeddings", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** Waits until the test ends, so that the request is never answered. */
  boolean hang() throws InterruptedException {
    end.await();
    return true;
  }

  /** The sentences of all requests. */
  List<String> texts() {
    return requests.stream().flatMap(List::stream).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    int now = running.incrementAndGet();
    mostAtOnce.accumulateAndGet(now, Math::max);
    try {
      List<String> texts = new ArrayList<>();
      JsonNode input = JSON.readTree(exchange.getRequestBody()).path("input");
      if (input.isTextual()) {
        texts.add(input.asText());
      }
      input.forEach(text -> texts.add(text.asText()));
      int number;
      synchronized (this) {
        number = requests.size();
        requests.add(texts);
      }
      Reply reply = new Reply(exchange);
      if (!fault.answer(number, texts, reply)) {
        running.decrementAndGet();
        reply.send(200, answer(texts));
        return;
      }
    } catch (Exception e) {
      // The client has gone.
    }
    running.decrementAndGet();
    exchange.close();
  }

  String answer(List<String> texts) {
    ObjectNode answer = JSON.createObjectNode().put("object", "list").put("model", "hash");
    ArrayNode data = answer.putArray("data");
    for (String text : texts) {
      ObjectNode each = data.addObject().put("object", "embedding").put("index", data.size() - 1);
      ArrayNode vector = each.putArray("embedding");
      for (float number : vectors.embedQuery(text).toArray()) {
        vector.add(number);
      }
    }
    answer.putObject("usage").put("prompt_tokens", 1).put("total_tokens", 1);
    return answer.toString();
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
