package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static dev.arag.cli.internal.CliResult.onTerminalWith;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arag extract} within this process, with a server that plays the LLM. */
final class CliExtractTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  @TempDir Path folder;
  private Path index;
  private HttpServer server;
  private Map<String, String> environment;

  @BeforeEach
  void start() throws IOException {
    index = folder.resolve("my.arag");
    Path chunks = folder.resolve("chunks.json");
    Files.writeString(
        chunks,
        "[\"c1:The Old Bridge was designed by Mira Voss.\",\"c2:Mira Voss was born in Tarn.\"]");
    arag("index", index, chunks, "--embedder", "none").endedWith(0);
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", CliExtractTest::handle);
    server.start();
    environment =
        Map.of(
            "ARAG_BASE_URL",
            "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
            "ARAG_MODEL",
            "facts-1");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void handle(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String text = "NOT FOUND";
    if (request.contains("Summarize the text below")) {
      text = "{\"summary\":\"About Voss.\",\"quotes\":[\"Mira Voss\"]}";
    } else if (request.contains("List the points")) {
      text = "{\"points\":[{\"text\":\"She is Voss\",\"score\":9,\"quotes\":[\"Mira Voss\"]}]}";
    } else if (request.contains("<<<facts")) {
      text = "{\"facts\":[1,2]}";
    } else if (request.contains("Extract the facts")) {
      String fact =
          "{\"facts\":[{\"subject\":\"Mira Voss\",\"relation\":\"%s\",\"object\":\"%s\"}]}";
      text =
          request.contains("Tarn.\\n")
              ? fact.formatted("was born in", "Tarn")
              : fact.formatted("designed", "Old Bridge");
    }
    ObjectNode json = JSON.createObjectNode().put("model", "facts-1");
    ObjectNode choice = json.putArray("choices").addObject().put("finish_reason", "stop");
    choice.putObject("message").put("role", "assistant").put("content", text);
    json.putObject("usage").put("prompt_tokens", 500).put("completion_tokens", 50);
    byte[] body = json.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Path prices() throws IOException {
    Path prices = folder.resolve("prices.json");
    Files.writeString(prices, "{\"input\": 2, \"output\": 10, \"currency\": \"USD\"}");
    return prices;
  }

  @Test
  void theEstimateNeedsNoLlm() throws IOException {
    JsonNode json = arag("extract", index, "--facts", "--estimate", "--json").endedWith(0).json();
    assertThat(json.get("chunks").asInt()).isEqualTo(2);
    assertThat(json.get("calls").asInt()).isEqualTo(2);
    assertThat(json.get("outputTokens").asInt()).isEqualTo(1_200);
    assertThat(json.get("cost").isNull()).isTrue();
    assertThat(
            arag("extract", index, "--facts", "--estimate", "--prices", prices())
                .endedWith(0)
                .out())
        .startsWith("The facts of 0 of 2 chunks are known.\nAbout 2 requests with ")
        .endsWith(" and 1,200 output tokens, cost 0.01 USD.\n");
  }

  @Test
  void extractsOnceAndAnswersWithHippo() throws IOException {
    assertThat(aragWith(environment, "ask", index, QUESTION, "--strategy", "hippo").err())
        .contains("no facts");
    JsonNode json =
        aragWith(environment, "extract", index, "--facts", "--prices", prices(), "--json")
            .endedWith(0)
            .json();
    assertThat(json.get("covered").asInt()).isEqualTo(2);
    assertThat(json.get("done").asInt()).isEqualTo(2);
    assertThat(json.get("calls").asInt()).isEqualTo(2);
    assertThat(json.get("cost").asDouble()).isEqualTo(0.003);
    assertThat(json.get("stop").asText()).isEqualTo("finished");
    assertThat(aragWith(environment, "extract", index, "--facts").endedWith(0).out())
        .startsWith("The facts of 2 of 2 chunks are known.\n0 requests, ");
    assertThat(arag("verify", index).endedWith(0).out()).contains("ok: ");
    JsonNode answer =
        aragWith(environment, "ask", index, QUESTION, "--strategy", "hippo:k=2", "--json")
            .endedWith(0)
            .json();
    assertThat(answer.get("strategy").asText()).isEqualTo("hippo:k=2");
    assertThat(answer.get("warnings").toString()).doesNotContain("facts");
  }

  @Test
  void aTerminalIsAskedAfterTheEstimate() {
    for (String input : new String[] {"", "\n", "n\n", "yes please\n"}) {
      CliResult ran = onTerminalWith(input, environment, "extract", index, "--facts");
      assertThat(ran.endedWith(1).out())
          .startsWith("About 2 requests with ")
          .endsWith("Send these requests? [y/N] No request was sent.\n");
    }
    assertThat(arag("extract", index, "--facts", "--estimate").endedWith(0).out())
        .startsWith("The facts of 0 of 2 chunks are known.\n");
    assertThat(onTerminalWith("Y\n", environment, "extract", index, "--facts").endedWith(0).out())
        .contains("[y/N] ", "The facts of 2 of 2 chunks are known.\n");
    assertThat(onTerminalWith("", environment, "extract", index, "--facts").endedWith(0).out())
        .doesNotContain("[y/N]");
    assertThat(
            onTerminalWith("", environment, "extract", index, "--summaries", "--yes")
                .endedWith(0)
                .out())
        .contains("The summaries of 1 of 1 part are known.\n")
        .doesNotContain("[y/N]");
  }

  @Test
  void theResultsOfABatchStateTheCostOfTheIndex() throws IOException {
    aragWith(environment, "extract", index, "--facts").endedWith(0);
    Path questions = folder.resolve("questions.json");
    Files.writeString(
        questions,
        JSON.createArrayNode()
            .add(
                JSON.createObjectNode()
                    .put("id", "q1")
                    .put("question", QUESTION)
                    .put("answer", "Tarn"))
            .toString());
    Path results = folder.resolve("results");
    aragWith(
            environment,
            "batch",
            index,
            questions,
            "--out",
            results,
            "--strategy",
            "hippo:k=2,direct",
            "--prices",
            prices())
        .endedWith(0);
    JsonNode costs =
        JSON.readTree(results.resolve("manifest.json").toFile()).at("/information/indexCosts");
    assertThat(costs)
        .hasToString(
            "{\"hippo:k=2\":{\"modelCalls\":2,\"inputTokens\":1000,\"outputTokens\":100,"
                + "\"cost\":0.003}}");
    arag("eval", results, "--questions", questions, "--out", folder.resolve("report")).endedWith(0);
    JsonNode rows = JSON.readTree(folder.resolve("report/summary.json").toFile()).get("rows");
    rows.forEach(
        row ->
            assertThat(row.get("indexCost").asDouble())
                .isEqualTo(row.get("strategy").asText().equals("direct") ? 0 : 0.003));
  }

  @Test
  void failsIfNoRequestSucceeds() {
    server.stop(0);
    assertThat(aragWith(environment, "extract", index, "--facts").endedWith(1).out())
        .startsWith("The facts of 0 of 2 chunks are known.\n")
        .endsWith("2 chunks failed: the server cannot be reached, check ARAG_BASE_URL (2).\n");
  }

  @Test
  void summarizesOnceAndAnswersWithRaptorAndOverview() {
    assertThat(aragWith(environment, "ask", index, QUESTION, "--strategy", "raptor").err())
        .contains("no summaries");
    assertThat(aragWith(environment, "extract", index, "--summaries").endedWith(0).out())
        .startsWith("The summaries of 1 of 1 part are known.\n1 request, ");
    for (String name : new String[] {"raptor", "overview:batches=2"}) {
      JsonNode answer =
          aragWith(environment, "ask", index, QUESTION, "--strategy", name, "--json")
              .endedWith(0)
              .json();
      assertThat(answer.get("strategy").asText()).isEqualTo(name);
      assertThat(answer.get("warnings").toString()).doesNotContain("summar");
    }
    assertThat(arag("extract", index, "--facts", "--summaries").endedWith(2).err())
        .contains("either --facts or --summaries");
  }

  @Test
  void stopsAtALimit() {
    assertThat(
            aragWith(environment, "extract", index, "--facts", "--max-calls", "1")
                .endedWith(0)
                .out())
        .startsWith("The facts of 1 of 2 chunks are known.\n1 request, ")
        .endsWith("A limit was reached; 1 chunk left. Run the command again to continue.\n");
  }

  @Test
  void anInterruptSaysWhatIsKnown() {
    Thread.currentThread().interrupt();
    CliResult ran = aragWith(environment, "extract", index, "--facts");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(ran.endedWith(130).err())
        .startsWith("About 2 requests with ")
        .contains("arag: interrupted; the facts of ", "run the command again to continue");
  }

  @Test
  void wrongUsageIsReported() {
    arag("extract", index, "--facts").failedWith(2, "extract requires an LLM; set ARAG_BASE_URL");
    arag("extract", index).failedWith(2, "--facts");
    arag("extract", index, "--facts", "--max-cost", "1")
        .failedWith(2, "--max-cost requires --prices FILE");
    arag("extract", index, "--facts", "--estimate", "--workers", "99").failedWith(2, "1 to 64");
    aragWith(environment, "ask", index, QUESTION, "--strategy", "hippo:k=0")
        .failedWith(2, "--strategy: k must be");
  }
}
