package dev.arag.cli.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An OpenAI-compatible server on the loopback interface with scripted replies for each question.
 * The server keeps no state between requests: the number of assistant messages in a request selects
 * the reply. After the end of the script, the last reply is repeated.
 */
final class FaultyLlm implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The reply to one request. */
  record ScriptedReply(int status, String text, String tool, String arguments) {
    static ScriptedReply text(String text) {
      return new ScriptedReply(200, text, "", "");
    }

    static ScriptedReply call(String tool, String arguments) {
      return new ScriptedReply(200, "", tool, arguments);
    }

    static ScriptedReply error(int status) {
      return new ScriptedReply(status, "", "", "");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, List<ScriptedReply>> scripts = new HashMap<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  FaultyLlm() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  /** Sets the replies to a question. */
  void answer(String question, ScriptedReply... script) {
    scripts.put(question, List.of(script));
  }

  String start() {
    server.start();
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** The bodies of the requests received so far. */
  List<String> bodies() {
    return List.copyOf(bodies);
  }

  private void handle(HttpExchange exchange) throws IOException {
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    bodies.add(request.toString());
    JsonNode messages = request.path("messages");
    ScriptedReply reply = select(messages);
    byte[] body = (reply.status() == 200 ? toJson(reply, messages.size()) : "{}").getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private ScriptedReply select(JsonNode messages) {
    String question = "";
    int replies = 0;
    for (JsonNode message : messages) {
      String role = message.path("role").asText();
      replies += role.equals("assistant") ? 1 : 0;
      if (role.equals("user") && question.isEmpty()) {
        question = message.path("content").asText();
      }
    }
    List<ScriptedReply> script = scripts.get(question);
    return script.get(Math.min(replies, script.size() - 1));
  }

  private static String toJson(ScriptedReply reply, int number) {
    ObjectNode message = JSON.createObjectNode().put("role", "assistant");
    if (reply.tool().isEmpty()) {
      message.put("content", reply.text());
    } else {
      ArrayNode calls = message.putArray("tool_calls");
      calls
          .addObject()
          .put("id", "call_" + number)
          .put("type", "function")
          .putObject("function")
          .put("name", reply.tool())
          .put("arguments", reply.arguments());
    }
    ObjectNode json = JSON.createObjectNode().put("model", "faulty-1");
    json.putArray("choices")
        .addObject()
        .put("finish_reason", reply.tool().isEmpty() ? "stop" : "tool_calls")
        .set("message", message);
    json.putObject("usage").put("prompt_tokens", 900 + number).put("completion_tokens", 20);
    return json.toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
