package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.cli.internal.console.Screen;
import dev.arag.cli.internal.report.StepText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code arag ask} with the built-in model and an index without embeddings. */
final class CliAskTest {
  private static final String QUESTION = "Who designed the Old Bridge?";

  @TempDir Path folder;

  private Path index;

  @BeforeEach
  void indexOneDocument() throws IOException {
    Path document = folder.resolve("bridge.md");
    Files.writeString(document, "# The Old Bridge\n\nThe Old Bridge was designed by Mira Voss.\n");
    index = folder.resolve("my.arag");
    arag("index", index, document, "--embedder", "none", "--meta", "tenant=acme").endedWith(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "arag",
        "arag-no-semantic",
        "arag-no-read",
        "all-in",
        "ircot",
        "iter-retgen:search=keyword",
        "adaptive"
      })
  void answersWithTheStrategyNamed(String strategy) {
    JsonNode answer =
        arag("ask", "--json", index, QUESTION, "--strategy", strategy).endedWith(0).json();
    assertThat(answer.get("strategy").asText()).isEqualTo(strategy);
    assertThat(answer.get("shortAnswer").asText()).isEqualTo("Mira Voss");
    assertThat(answer.get("citations").get(0).get("verdict").asText()).isEqualTo("SUPPORTED");
  }

  @Test
  void directFindsNothingWithTheBuiltInModel() {
    JsonNode answer =
        arag("ask", "--json", index, QUESTION, "--strategy", "direct").endedWith(0).json();
    assertThat(answer.get("strategy").asText()).isEqualTo("direct");
    assertThat(answer.get("outcome").asText()).isEqualTo("NOT_FOUND");
  }

  @Test
  void naiveRagNeedsEmbeddings() {
    CliResult result = arag("ask", index, QUESTION, "--strategy", "naive-rag:k=2").endedWith(1);
    assertThat(result.err()).contains("has no embeddings", "arag embed DIR");
  }

  @Test
  void stepsAndTraceContainTheTextShown() throws IOException {
    Path trace = folder.resolve("run.html");
    CliResult result =
        arag("ask", index, QUESTION, "--strategy", "all-in", "--steps", "--trace", trace)
            .endedWith(0);
    assertThat(result.err()).contains("  0  show {\"chunk_ids\":[");
    assertThat(Files.readString(trace, UTF_8)).contains("<b>show</b>", "designed by Mira Voss");
  }

  @Test
  void jsonObjectHasTheDocumentedFields() {
    CliResult result = arag("ask", "--json", index, QUESTION).endedWith(0);
    JsonNode answer = result.json();
    CliTest.assertFields(
        answer,
        "answer shortAnswer stopReason model strategy profile warnings citations turns toolCalls"
            + " retrievedTokens inputTokens outputTokens seconds searches id complete sources"
            + " unseenTerms usage text markers claims outcome outcomeNote");
    assertThat(answer.get("answer").asText()).contains("Mira Voss");
    assertThat(answer.get("stopReason").asText()).isEqualTo("ANSWERED");
    assertThat(answer.get("model").asText()).isEqualTo("extractive");
    JsonNode citation = answer.get("citations").get(0);
    CliTest.assertFields(
        citation,
        "chunk section quote verdict document start end page title heading language source verified claim"
            + " answerStart answerEnd differences regions");
    CliTest.assertFields(
        answer.get("sources").get(0), "number chunk document title heading page url");
    CliTest.assertFields(
        answer.get("usage"),
        "turns modelCalls toolCalls retrievedTokens inputTokens cachedInputTokens outputTokens seconds");
    assertThat(citation.get("verdict").asText()).isEqualTo("SUPPORTED");
    assertThat(citation.get("document").asText()).isEqualTo("bridge.md");
    assertThat(citation.get("page").isNull()).isTrue();
    assertThat(result.err().lines()).hasSize(1).allMatch(line -> line.contains("rule-based model"));
  }

  @Test
  void thePaperProfileAnswersOverItsOwnIndexAndOverOthers() {
    CliResult other = arag("ask", "--json", index, QUESTION, "--profile", "paper").endedWith(0);
    assertThat(other.json().get("profile").asText()).isEqualTo("paper");
    assertThat(other.json().get("citations").get(0).get("verdict").asText()).isEqualTo("SUPPORTED");
    assertThat(other.err()).contains("this index was created without --profile paper");

    Path document = folder.resolve("bridge.md");
    Path paper = folder.resolve("paper.arag");
    arag("index", paper, document, "--embedder", "none", "--profile", "paper").endedWith(0);
    CliResult own = arag("ask", "--json", paper, QUESTION, "--profile", "paper").endedWith(0);
    assertThat(own.json().get("citations").get(0).get("verdict").asText()).isEqualTo("SUPPORTED");
    assertThat(own.err()).doesNotContain("created without");
    assertThat(arag("index", "--json", paper, document).endedWith(0).json().get("reused").asInt())
        .isZero();
    arag("index", paper, document, "--profile", "default")
        .failedWith(1, "was created with the sentence rules \"paper\"");
    arag("verify", paper).endedWith(0);
  }

  @Test
  void textOutputShowsAnswerCitationsAndSteps() {
    CliResult result = arag("ask", index, QUESTION, "--steps").endedWith(0);
    assertThat(result.out()).contains("Mira Voss", "SUPPORTED", "bridge.md", "answered");
    assertThat(result.out().lines()).anyMatch(line -> line.startsWith("1. ["));
    assertThat(result.err()).contains("1  keyword_search", "-> ");
  }

  @Test
  void citationsHaveTheIdsOfTheAnswer() throws IOException {
    Path chunks = folder.resolve("chunks.json");
    Files.writeString(chunks, "[\"110:The Old Bridge was designed by Mira Voss.\"]");
    Path numbered = folder.resolve("numbered.arag");
    arag("index", numbered, chunks, "--embedder", "none").endedWith(0);
    assertThat(arag("ask", numbered, "Who designed the Old Bridge?").endedWith(0).out())
        .contains("Voss. [c110]", "1. [c110] ")
        .doesNotContain("[110");
  }

  @Test
  void anInterruptedRequestIsNotShownAsAFailureOfTheModel() {
    List<String> lines = new ArrayList<>();
    Step failure =
        new Step.ModelFailure(
            1,
            "main",
            List.of(),
            "The call was interrupted.",
            ModelException.Kind.OTHER,
            "cancelled",
            null,
            Duration.ZERO);
    new StepText(lines::add).accept(new RunEvent.StepCompleted(failure));
    assertThat(lines).isEmpty();
  }

  @Test
  void traceContainsTheWholeRun() {
    Path trace = folder.resolve("run.json");
    arag("ask", index, QUESTION, "--trace", trace).endedWith(0);
    Trajectory run = Trajectory.read(trace);
    assertThat(run.question()).isEqualTo(QUESTION);
    assertThat(run.answer()).isPresent();
  }

  @Test
  void traceIsAWebPageIfTheNameEndsInHtml() throws IOException {
    Path trace = folder.resolve("run.HTML");
    arag("ask", index, QUESTION, "--trace", trace).endedWith(0);
    assertThat(Files.readString(trace))
        .startsWith("<!DOCTYPE html>")
        .contains(QUESTION, "keyword_search", "<mark>")
        .doesNotContain("<script");
  }

  /** Starts a server that answers each request with an error, and keeps its Authorization. */
  private static HttpServer failing(int status, String message, AtomicReference<String> sent)
      throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          sent.set(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          byte[] body = ("{\"error\":{\"message\":\"" + message + "\"}}").getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void namesTheOptionIfTheRequestExceedsTheContextWindow() throws IOException {
    HttpServer server =
        failing(
            400, "This model's maximum context length is 4096 tokens.", new AtomicReference<>());
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      CliResult result =
          aragWith(Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m"), "ask", index, QUESTION);
      assertThat(result.out() + result.err())
          .containsPattern("Set\\s+--context-tokens\\s+to\\s+the\\s+size")
          .doesNotContain("Budget");
    } finally {
      server.stop(0);
    }
  }

  /**
   * The server repeats the key in its error message. No output of the command must contain the key.
   */
  @ParameterizedTest
  @ValueSource(ints = {401, 500})
  void noOutputContainsTheKey(int status) throws IOException {
    String key = "canary-7Hq2Zt9LwXv4Bn8MpR5c";
    AtomicReference<String> sent = new AtomicReference<>("");
    HttpServer server = failing(status, "no such key: " + key, sent);
    try {
      Map<String, String> settings =
          Map.of(
              "ARAG_BASE_URL",
              "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
              "ARAG_MODEL",
              "m",
              "ARAG_API_KEY",
              key);
      for (String file : List.of("run.json", "run.html")) {
        Path trace = folder.resolve(file);
        CliResult result =
            aragWith(settings, "ask", index, QUESTION, "--debug", "--steps", "--trace", trace)
                .endedWith(1);
        assertThat(result.err()).contains("no such key").doesNotContain("canary");
        assertThat(result.out()).doesNotContain("canary");
        assertThat(Files.readString(trace)).contains("no such key").doesNotContain("canary");
      }
      assertThat(sent.get()).endsWith(key);
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.xyz", "run", "run.json.gz"})
  void unknownTraceExtensionIsRejectedBeforeAnyCall(String name) {
    CliResult result = arag("ask", index, QUESTION, "--steps", "--trace", folder.resolve(name));
    result.endedWith(2);
    assertThat(result.err())
        .contains(name, "FILE.json", "FILE.html")
        .doesNotContain("keyword_search");
    assertThat(folder.resolve(name)).doesNotExist();
  }

  @Test
  void showsAndLimitsTheCost() throws IOException {
    Path prices = folder.resolve("prices.json");
    Files.writeString(prices, "{\"input\": 1000000, \"output\": 0, \"currency\": \"EUR\"}");
    CliResult json = arag("ask", "--json", index, QUESTION, "--prices", prices).endedWith(0);
    assertThat(json.json().get("cost").asDouble())
        .isEqualTo(json.json().get("inputTokens").asDouble())
        .isPositive();
    assertThat(json.json().get("currency").asText()).isEqualTo("EUR");
    assertThat(arag("ask", index, QUESTION, "--prices", prices).endedWith(0).out())
        .containsPattern("cost \\d+\\.0000\\s+EUR");
    CliResult limited =
        arag("ask", "--json", index, QUESTION, "--prices", prices, "--max-cost", "1");
    assertThat(limited.json().get("stopReason").asText()).isEqualTo("COST_LIMIT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "[]",
        "{}",
        "{\"input\": 1}",
        "{\"input\": \"1\", \"output\": 1}",
        "{\"input\": -1, \"output\": 1}",
        "{\"input\": 1, \"output\": 1, \"outptu\": 1}"
      })
  void invalidPriceListIsReportedInOneLine(String text) throws IOException {
    Path prices = folder.resolve("prices.json");
    Files.writeString(prices, text);
    CliResult result = arag("ask", index, QUESTION, "--prices", prices).endedWith(2);
    assertThat(result.err().lines()).hasSize(1).allMatch(line -> line.contains("prices.json"));
    arag("ask", index, QUESTION, "--max-cost", "1").endedWith(2);
    arag("ask", index, QUESTION, "--prices", folder.resolve("missing.json")).endedWith(2);
  }

  /**
   * The model answers without a search, so it receives a correction. The command must show the
   * correction as a step.
   */
  @Test
  void messagesToTheModelAreShown() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String reply =
              "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Mira Voss.\"},"
                  + "\"finish_reason\":\"stop\"}]}";
          byte[] body = reply.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      CliResult result =
          aragWith(
              Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m"), "ask", index, QUESTION, "--steps");
      result.endedWith(0);
      assertThat(result.err()).contains("1  sent to the model: You have not searched yet.");
    } finally {
      server.stop(0);
    }
  }

  /** The model counts the documents and then gives a count, which may be wrong. */
  @ParameterizedTest
  @CsvSource({"1, 1, SUPPORTED", "7, 7, FABRICATED", "7, 1, SUPPORTED"})
  void anAnswerCitesACountOfTheToolOutline(int count, int quoted, String verdict)
      throws IOException {
    List<JsonNode> requests = new ArrayList<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    String answer = "There are " + count + " documents [tool#1: \\\"" + quoted + " document\\\"].";
    server.createContext(
        "/",
        exchange -> {
          requests.add(new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes()));
          String message =
              requests.size() == 1
                  ? "\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":"
                      + "{\"name\":\"outline\",\"arguments\":\"{}\"}}]"
                  : "\"content\":\"" + answer + "\"";
          String reply =
              "{\"choices\":[{\"message\":{\"role\":\"assistant\","
                  + message
                  + "},"
                  + "\"finish_reason\":\"stop\"}]}";
          byte[] body = reply.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      Map<String, String> settings = Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m");
      JsonNode asked =
          aragWith(
                  settings,
                  "ask",
                  "--json",
                  index,
                  "How many documents are there?",
                  "--tools",
                  "outline,find,documents",
                  "--show",
                  "tenant")
              .endedWith(0)
              .json();
      assertThat(asked.at("/citations/0/verdict").asText()).isEqualTo(verdict);
      assertThat(asked.at("/unseenTerms").findValuesAsText("text"))
          .isEqualTo(count == 1 ? List.of() : List.of("7"));
    } finally {
      server.stop(0);
    }
    assertThat(requests.get(0).at("/tools").findValuesAsText("name"))
        .containsExactly("keyword_search", "semantic_search", "chunk_read", "outline", "find");
    assertThat(requests.get(0).at("/tools/0/function/parameters/properties").has("documents"))
        .isTrue();
    assertThat(requests.get(1).get("messages").toString())
        .contains("[tool#1] Outline of the collection", "1 document", "by type: md 1");
  }

  @Test
  void hitsShowTheMetadataOfShow() throws IOException {
    Path trace = folder.resolve("run.json");
    arag("ask", index, QUESTION, "--show", "tenant", "--trace", trace).endedWith(0);
    assertThat(Files.readString(trace)).contains("The Old Bridge (tenant: acme)");
    assertThat(arag("ask", index, QUESTION, "--tools", "grep").endedWith(2).err())
        .contains("There is no tool \"grep\"");
    assertThat(
            arag("ask", index, QUESTION, "--tools", "outline", "--profile", "paper")
                .endedWith(2)
                .err())
        .contains("--tools and --show require --profile default");
  }

  @Test
  void sentencesAreComparedWithTheirQuotes() throws IOException {
    arag("ask", index, QUESTION, "--check-claims").failedWith(2, "--check-claims requires an LLM");
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          Matcher shown = Pattern.compile("\\[(\\S+?)][^\\[]*Mira Voss").matcher(request);
          boolean isCheck = request.contains("Compare sentences of an answer");
          String reply =
              isCheck || !shown.find()
                  ? "1 CONTRADICTED it says Mira"
                  : "Nora Voss designed it [" + shown.group(1) + ": \\\"Mira Voss\\\"].";
          byte[] body =
              ("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\""
                      + reply
                      + "\"},\"finish_reason\":\"stop\"}]}")
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      Map<String, String> settings = Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m");
      String[] strategy = {"--strategy", "all-in"};
      CliResult text =
          aragWith(settings, "ask", index, QUESTION, strategy[0], strategy[1], "--check-claims");
      text.endedWith(0);
      assertThat(text.out() + text.err())
          .contains("\"Nora Voss designed it.\" is contradicted by its quotes: it says Mira");
      CliResult json =
          aragWith(
              settings,
              "ask",
              index,
              QUESTION,
              strategy[0],
              strategy[1],
              "--check-claims",
              "--json");
      assertThat(json.endedWith(0).out()).contains("\"verdict\":\"CONTRADICTED\"");
      assertThat(aragWith(settings, "ask", index, QUESTION, "--strategy", "all-in", "--json").out())
          .contains("\"claims\":[]");
    } finally {
      server.stop(0);
    }
  }

  /** A server that streams text, then a search, and at the second request an answer. */
  private static HttpServer streaming(String answer) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          JsonNode request = new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes());
          assertThat(request.get("stream").asBoolean()).isTrue();
          boolean isFirst = request.get("messages").findValues("tool_call_id").isEmpty();
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          for (String part : (isFirst ? PREAMBLE : answer).split("(?<= )")) {
            send(exchange, Map.of("content", part), null);
          }
          if (isFirst) {
            send(exchange, Map.of("tool_calls", List.of(SEARCH)), null);
          }
          send(exchange, Map.of(), isFirst ? "tool_calls" : "stop");
          exchange.getResponseBody().write("data: [DONE]\n\n".getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    return server;
  }

  private static final String PREAMBLE =
      "I will search for the name of the bridge, because the question asks who has designed it, "
          + "and then I will read the text. ";
  private static final Map<String, Object> SEARCH =
      Map.of(
          "index",
          0,
          "id",
          "c1",
          "type",
          "function",
          "function",
          Map.of("name", "keyword_search", "arguments", "{\"keywords\":[\"Old Bridge\"]}"));

  private static void send(HttpExchange exchange, Map<String, ?> delta, String finishReason)
      throws IOException {
    Map<String, Object> choice = new HashMap<>(Map.of("index", 0, "delta", delta));
    choice.put("finish_reason", finishReason);
    String json = new ObjectMapper().writeValueAsString(Map.of("choices", List.of(choice)));
    exchange.getResponseBody().write(("data: " + json + "\n\n").getBytes(UTF_8));
    exchange.getResponseBody().flush();
  }

  private static final String QUOTE = "The Old Bridge was designed by Mira Voss.";

  @Test
  void aTerminalShowsTheAnswerWhileItIsWrittenAndEachQuoteOnce() throws IOException {
    String chunk = arag("keyword", "--json", index, "Voss").json().at("/hits/0/id").asText();
    String marker = "[" + chunk + ": \"" + QUOTE + "\"]";
    HttpServer server = streaming("The designer is Mira Voss " + marker + ".\n\nNo more.");
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      Map<String, String> settings =
          Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m", "TERM", "xterm");
      CliResult result = CliResult.onTerminal(settings, "ask", index, QUESTION).endedWith(0);
      assertThat(result.out()).contains("I will search");
      String screen = Screen.of(result.out());
      assertThat(screen)
          .startsWith("1  keyword_search {")
          .contains(
              "\nThe designer is Mira Voss [1].\n\nNo more.\n\n[1] bridge.md: The Old Bridge\n")
          .doesNotContain("I will search", "[" + chunk);
      assertQuoteIsShownOnce(screen, chunk);
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM, dumb", "NO_COLOR, 1", "OS, Windows_NT"})
  void aTerminalThatCannotRedrawShowsTheAnswerAtTheEnd(String variable, String value) {
    String chunk = arag("keyword", "--json", index, "Voss").json().at("/hits/0/id").asText();
    CliResult result =
        CliResult.onTerminal(Map.of(variable, value), "ask", index, QUESTION).endedWith(0);
    assertThat(result.out()).contains("[1]\n\n[1] bridge.md: The Old Bridge\n");
    assertThat(result.out()).doesNotContain("\u001b", "[" + chunk);
    assertQuoteIsShownOnce(result.out(), chunk);
  }

  private static void assertQuoteIsShownOnce(String screen, String chunk) {
    assertThat(screen)
        .containsOnlyOnce("\"" + QUOTE + "\" (" + chunk)
        .containsOnlyOnce("SUPPORTED: quoted verbatim");
  }

  /** The run has no answer, so what was shown of it is removed. */
  @Test
  void aTerminalShowsTheErrorOfARunWithoutAnAnswer() throws IOException {
    HttpServer server = failing(500, "out of order", new AtomicReference<>());
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      CliResult result =
          CliResult.onTerminal(
                  Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "m", "TERM", "xterm"),
                  "ask",
                  index,
                  QUESTION)
              .endedWith(1);
      assertThat(result.out().replaceAll("\\s+", " ")).contains("arag: ", "out of order");
      assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void jsonOnATerminalIsOneObject() {
    CliResult result = CliResult.onTerminal(Map.of(), "ask", "--json", index, QUESTION);
    String json = result.endedWith(0).out().substring(result.out().indexOf("{\"answer\""));
    assertThat(new CliResult(0, json, "").json().get("answer").asText()).contains("Mira Voss");
  }

  @Test
  void outOfScopeDocumentsAreNotFound() {
    CliResult result = arag("ask", "--json", index, QUESTION, "--scope", "tenant=other");
    assertThat(result.json().get("retrievedTokens").asInt()).isZero();
    assertThat(result.json().get("citations")).isEmpty();
    assertThat(result.json().get("outcome").asText()).isEqualTo("NOT_FOUND");
    assertThat(result.json().get("searches")).isNotEmpty();
    assertThat(result.json().get("searches").get(0).get("tool").asText()).endsWith("_search");
  }

  @Test
  void limitsAreRespected() {
    CliResult result =
        arag("ask", "--json", index, QUESTION, "--max-turns", "1", "--timeout", "30s").endedWith(0);
    assertThat(result.json().get("turns").asInt()).isLessThanOrEqualTo(2);
  }
}
