package handbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An LLM that calls each of its tools once, in a fixed order, and then repeats their results. */
final class CompletionServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ID = Pattern.compile("\\[([\\w#.]+)\\]");
  private static final Map<String, String> ARGUMENTS =
      Map.of(
          "ask_documents", "{\"question\":\"Who approves an invoice?\"}",
          "keyword_search", "{\"keywords\":[\"approves\"]}");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  CompletionServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  List<JsonNode> requests() {
    return requests;
  }

  private void handle(HttpExchange exchange) throws IOException {
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    requests.add(request);
    boolean isStream = request.path("stream").asBoolean();
    ObjectNode message = reply(request);
    String finish = message.has("tool_calls") ? "tool_calls" : "stop";
    String form =
        isStream
            ? "data: {\"id\":\"r\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":\"%s\"}]}\n\ndata: [DONE]\n\n"
            : "{\"id\":\"r\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":%s,\"finish_reason\":\"%s\"}]}";
    byte[] body = form.formatted(message, finish).getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", isStream ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static ObjectNode reply(JsonNode request) {
    JsonNode messages = request.path("messages");
    int question = messages.size() - 1;
    while (!messages.get(question).path("role").asText().equals("user")) {
      question--;
    }
    StringBuilder results = new StringBuilder();
    for (int i = question + 1; i < messages.size(); i++) {
      if (messages.get(i).path("role").asText().equals("tool")) {
        results.append(messages.get(i).path("content").asText()).append('\n');
      }
    }
    List<String> offered = request.path("tools").findValuesAsText("name");
    int called = (messages.size() - 1 - question) / 2;
    boolean isAssistant = offered.contains("ask_documents");
    List<String> order =
        isAssistant ? List.of("ask_documents", "keyword_search") : List.of("keyword_search");
    ObjectNode message = JSON.createObjectNode().put("role", "assistant");
    if (called < order.size()) {
      String tool = order.get(called);
      ObjectNode call = message.putArray("tool_calls").addObject();
      call.put("index", 0).put("id", "c" + called).put("type", "function");
      call.putObject("function").put("name", tool).put("arguments", ARGUMENTS.get(tool));
      return message;
    }
    Matcher id = ID.matcher(results);
    return isAssistant || !id.find()
        ? message.put("content", results.toString())
        : message.put("content", "Ines [" + id.group(1) + ": \"Ines approves an invoice\"].");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
