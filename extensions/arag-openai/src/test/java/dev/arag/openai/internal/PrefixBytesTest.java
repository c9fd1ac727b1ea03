package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.budget.Budget;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that servers can reuse their prompt cache. Each request of a run must start with the bytes
 * of the previous request, and all runs must share the bytes before the question.
 */
class PrefixBytesTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  /** The replies of a run with a malformed call, two calls in one turn, and a correction. */
  private static final List<String> REPLIES =
      List.of(
          calling(call("", "functions.keyword_search", "{\\\"keywords\\\": [\\\"Old Bridge\\\"")),
          calling(
              call("a", "keyword_search", "{\\\"keywords\\\": [\\\"Old Bridge\\\"]}"),
              call("a", "semantic_search", "{\\\"query\\\": \\\"birthplace\\\"}")),
          calling(call("b", "chunk_read", "{\\\"chunk_ids\\\":[\\\"k2\\\"]}")),
          message("{\"role\":\"assistant\",\"content\":\"In Tarn.\"}", "stop"),
          message("{\"role\":\"assistant\",\"content\":\"In Tarn [k2].\"}", "stop"));

  private final List<String> bodies = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static String call(String id, String name, String arguments) {
    return "{\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"%s\"}}"
        .formatted(id, name, arguments);
  }

  private static String calling(String... calls) {
    return message(
        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
            + String.join(",", calls)
            + "]}",
        "tool_calls");
  }

  private static String message(String message, String finish) {
    return "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"tiny\",\"choices\":[{\"index\":0,"
        + "\"message\":%s,\"finish_reason\":\"%s\"}]}".formatted(message, finish);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    byte[] reply =
        REPLIES.get((bodies.size() - 1) % REPLIES.size()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, reply.length);
    exchange.getResponseBody().write(reply);
    exchange.close();
  }

  private List<String> ask(String question) {
    int before = bodies.size();
    agent().ask(question);
    return bodies.subList(before, bodies.size());
  }

  private Agent agent() {
    String url =
        "http://"
            + server.getAddress().getHostString()
            + ":"
            + server.getAddress().getPort()
            + "/v1";
    return Agent.builder(CORPUS, OpenAiCompatible.of(url, "tiny", "").chatModel())
        .budget(Budget.builder().maxTurns(12).build())
        .build();
  }

  /** Returns the messages as they were sent, without the closing bracket of their array. */
  private static String messages(String body) {
    int start = body.indexOf("\"messages\"");
    int depth = 0;
    boolean isQuoted = false;
    for (int i = body.indexOf('[', start); i < body.length(); i++) {
      char character = body.charAt(i);
      if (character == '\\') {
        i++;
      } else if (character == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && character == '[') {
        depth++;
      } else if (!isQuoted && character == ']' && --depth == 0) {
        return body.substring(start, i).stripTrailing();
      }
    }
    throw new AssertionError("no messages in " + body);
  }

  private static String tools(String body) {
    String rest = body.replace(messages(body), "");
    return rest.substring(rest.indexOf("\"tools\""));
  }

  @Test
  void startsEachRequestWithTheBytesOfThePreviousOne() {
    List<String> sent = ask("Where was the designer of the Old Bridge born?");
    assertThat(sent).hasSize(REPLIES.size());
    for (int i = 1; i < sent.size(); i++) {
      String before = sent.get(i - 1);
      assertThat(messages(sent.get(i))).startsWith(messages(before));
      assertThat(head(sent.get(i))).isEqualTo(head(before));
    }
    for (int i = 1; i < sent.size() - 1; i++) {
      assertThat(tools(sent.get(i))).isEqualTo(tools(sent.get(0)));
    }
  }

  /** Between two questions, the last question is shortened, but nothing before it changes. */
  @Test
  void startsEachRequestOfAConversationWithTheBytesOfThePreviousOne() {
    Conversation conversation = agent().conversation();
    List.of("Where was its designer born?", "And when?", "Who was it?").forEach(conversation::ask);
    assertThat(bodies).hasSize(3 * REPLIES.size());
    for (int i = 1; i < bodies.size(); i++) {
      boolean isFirst = i % REPLIES.size() == 0;
      String before = bodies.get(isFirst ? i - REPLIES.size() : i - 1);
      assertThat(messages(bodies.get(i))).startsWith(messages(before));
      assertThat(head(bodies.get(i))).isEqualTo(head(bodies.get(0)));
    }
    for (int i = 0; i < bodies.size(); i += REPLIES.size()) {
      assertThat(tools(bodies.get(i))).isEqualTo(tools(bodies.get(0)));
    }
  }

  private static String head(String body) {
    return body.substring(0, body.indexOf("\"messages\""));
  }

  @Test
  void sendsTheSameBytesBeforeTheQuestionInAllRuns() {
    String one = ask("Where?").get(0);
    String other = ask("When was it, and why?").get(0);
    String head = one.substring(0, one.indexOf("Where?"));
    assertThat(other).startsWith(head);
    assertThat(head).contains("You answer questions");
    assertThat(tools(other)).isEqualTo(tools(one));
  }
}
