package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arag eval} with the results of the built-in model. */
final class CliEvalTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;

  private static Path questions;
  private static Path results;

  @BeforeAll
  static void answerQuestions() throws IOException {
    Path chunks = folder.resolve("chunks.json");
    Files.writeString(
        chunks,
        "[\"c1:The Old Bridge was designed by Mira Voss.\","
            + "\"c2:Mira Voss was born in Tarn in 1881.\"]");
    Path index = folder.resolve("my.arag");
    arag("index", index, chunks, "--embedder", "none").endedWith(0);
    questions = folder.resolve("questions.json");
    Files.writeString(
        questions,
        """
        [{"id": 0, "question": "Who designed the Old Bridge?", "answer": "Mira Voss",
          "supporting_chunks": ["c1"]},
         {"id": "b", "question": "Where was Mira Voss born?", "answer": "Tarn"},
         {"id": "c", "question": "Who paid for the <b>bridge</b>?", "answer": "nobody knows"},
         {"id": "d", "question": "Is it still standing?", "answer": "yes"}]
        """);
    results = folder.resolve("results");
    String strategies = "arag,direct,arag-no-semantic";
    arag("batch", index, questions, "--out", results, "--strategy", strategies, "--limit", "3")
        .endedWith(0);
  }

  private static CliResult eval(Object... more) {
    return evalWith(Map.of(), more);
  }

  private static CliResult evalWith(Map<String, String> environment, Object... more) {
    Object[] args = new Object[4 + more.length];
    args[0] = "eval";
    args[1] = results;
    args[2] = "--questions";
    args[3] = questions;
    System.arraycopy(more, 0, args, 4, more.length);
    return aragWith(environment, args);
  }

  @Test
  void jsonObjectHasTheDocumentedFields() {
    CliResult result = eval("--json").endedWith(0);
    CliTest.assertFields(result.json(), "rows report ruleBased");
    JsonNode row = result.json().at("/rows/0");
    CliTest.assertFields(
        row,
        "strategy profile questions coverage containShort containText exact f1 llmAcc"
            + " retrievedTokens modelCalls promptTokens supportedCitations setting");
    assertThat(row.get("strategy").asText()).isEqualTo("arag");
    assertThat(row.get("profile").asText()).isEqualTo("default");
    assertThat(row.get("questions").asInt()).isEqualTo(3);
    assertThat(row.get("containShort").asDouble()).isGreaterThan(0.6);
    assertThat(row.get("llmAcc").isNull()).isTrue();
    assertThat(result.err()).contains("1 question of --questions not asked and not scored");
    Path report = Path.of(result.json().get("report").asText());
    assertThat(report).isEqualTo(results.resolve("report/index.html")).exists();
    assertThat(report.resolveSibling("summary.json")).exists();
  }

  @Test
  void tablesFitATerminalAndCarryTheBanner() {
    Path out = folder.resolve("elsewhere");
    CliResult result = eval("--out", out).endedWith(0);
    assertThat(result.out().lines())
        .first()
        .isEqualTo("rule-based model, not an LLM: the figures do not show the quality of agents");
    assertThat(result.out()).contains("arag-no-semantic", "Report: ").doesNotContain("is better");
    assertThat(result.out()).doesNotContain("winner").doesNotContain("Pareto");
    assertThat(result.out().lines().filter(line -> !line.contains("elsewhere")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(out.resolve("runs/arag/0.html")).content().contains("Who designed the Old Bridge?");
    assertThat(out.resolve("index.html")).content().doesNotContain("<b>bridge");
  }

  @Test
  void runsWithoutTheirGoldChunksHaveTheirOwnTable() {
    Path hidden = folder.resolve("results-hidden");
    Path index = folder.resolve("my.arag");
    arag("batch", index, questions, "--out", hidden, "--limit", "1", "--hide-support").endedWith(0);
    CliResult result = arag("eval", hidden, "--questions", questions).endedWith(0);
    assertThat(result.out())
        .contains("While the gold chunks are hidden, NOT FOUND is the right answer.")
        .containsPattern("(?m)^arag \\[hide-support=true]\n +100.0 +\\d+\\.\\d");
  }

  @Test
  void severalFoldersBecomeOneReport() {
    Path paper = folder.resolve("results-paper");
    Path index = folder.resolve("my.arag");
    arag("batch", index, questions, "--out", paper, "--limit", "3", "--profile", "paper")
        .endedWith(0);
    Path out = folder.resolve("both");
    CliResult result =
        arag("eval", results, paper, "--questions", questions, "--out", out, "--json").endedWith(0);
    assertThat(result.json().path("rows").findValuesAsText("profile")).contains("default", "paper");
    arag("eval", results, folder.resolve("none"), "--questions", questions)
        .failedWith(2, "RESULTS: no such file or folder");
  }

  @Test
  void resultsOfAnLlmAreComparedWithin80Columns() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("results-of-an-llm"));
    String longName = "a-strategy-with-a-name-that-no-column-of-a-table-can-hold";
    for (String file : List.of("arag.jsonl", "direct.jsonl", "manifest.json")) {
      String content = Files.readString(results.resolve(file));
      Files.writeString(
          copy.resolve(file),
          content
              .replace("\"model\" : \"extractive\"", "\"model\" : \"gpt\"")
              .replace("\"strategy\":\"direct\"", "\"strategy\":\"" + longName + "\""));
    }
    CliResult result = arag("eval", copy, "--questions", questions).endedWith(0);
    assertThat(result.out())
        .doesNotContain("rule-based")
        .contains(
            "Differences (right):", "no winner; smallest detectable", "Pareto front", longName);
    assertThat(result.out().lines().filter(line -> !line.startsWith("Report: ")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void anLlmJudgesTheAnswersOnce() throws IOException {
    List<String> requests = new CopyOnWriteArrayList<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          requests.add(exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
          byte[] reply =
              ("{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":"
                      + "{\"role\":\"assistant\",\"content\":\"incorrect\"}}]}")
                  .getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, reply.length);
          exchange.getResponseBody().write(reply);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      Map<String, String> environment =
          Map.of(
              "ARAG_BASE_URL", "http://127.0.0.1:1/v1",
              "ARAG_MODEL", "agent-1",
              "ARAG_API_KEY", "key-of-the-agents-server",
              "ARAG_JUDGE_BASE_URL", url,
              "ARAG_JUDGE_MODEL", "judge-1");
      Path out = folder.resolve("judged");
      CliResult result = evalWith(environment, "--json", "--out", out).endedWith(0);
      assertThat(result.json().at("/rows/0/llmAcc").asDouble()).isZero();
      assertThat(requests).isNotEmpty();
      assertThat(requests)
          .allSatisfy(request -> assertThat(request).contains("judge-1", "gold_answer"))
          .allSatisfy(request -> assertThat(request).doesNotContain("key-of-the-agents-server"));
      JsonNode judge = JSON.readTree(out.resolve("summary.json").toFile()).get("judge");
      assertThat(judge.get("model").asText()).isEqualTo("judge-1");
      assertThat(judge.get("version").asText()).isEqualTo("question");
      int calls = requests.size();
      evalWith(environment, "--json", "--out", out).endedWith(0);
      assertThat(requests).hasSize(calls);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theModelOfTheAgentMayNotJudge() {
    Map<String, String> environment =
        Map.of(
            "ARAG_BASE_URL", "http://127.0.0.1:1/v1",
            "ARAG_MODEL", "same",
            "ARAG_JUDGE_MODEL", "same");
    evalWith(environment).failedWith(2, "ARAG_JUDGE_MODEL", "--same-judge");
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    arag("eval").failedWith(2, "RESULTS is missing", "--retrieval");
    arag("eval", results).failedWith(2, "--questions FILE is missing");
    arag("eval", folder.resolve("no"), "--questions", questions).failedWith(2, "RESULTS", "no");
    arag("eval", results, "--questions", folder.resolve("no.json")).failedWith(2, "no.json");
    eval("--paragraphs", folder.resolve("no.json")).failedWith(2, "--paragraphs", "no.json");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    arag("eval", empty, "--questions", questions).failedWith(1, "no results files");
  }

  @Test
  void otherQuestionsAreRejected() throws IOException {
    Path others = folder.resolve("others.json");
    Files.writeString(others, "[{\"id\": \"x\", \"question\": \"Why?\", \"answer\": \"so\"}]");
    arag("eval", results, "--questions", others)
        .failedWith(1, "The question \"0\" in ", "is not among the given questions");
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    Path damaged = Files.createDirectories(folder.resolve("damaged"));
    List<String> lines = Files.readAllLines(results.resolve("arag.jsonl"));
    Files.writeString(
        damaged.resolve("arag.jsonl"), lines.get(0) + "\n" + "{\"qid\": 7}\n" + lines.get(2));
    arag("eval", damaged, "--questions", questions)
        .failedWith(1, "arag.jsonl, line 2: ", "\"question\"");
  }

  @Test
  void anIncompleteLineIsReportedAndALostStrategyIsWrong() throws IOException {
    Path torn = Files.createDirectories(folder.resolve("torn"));
    byte[] line = Files.readAllLines(results.resolve("arag.jsonl")).get(0).getBytes(UTF_8);
    Files.write(torn.resolve("arag.jsonl"), Arrays.copyOf(line, line.length / 2));
    for (String name : List.of("direct.jsonl", "arag-no-semantic.jsonl", "manifest.json")) {
      Files.copy(results.resolve(name), torn.resolve(name));
    }
    CliResult result = arag("eval", torn, "--questions", questions, "--json").endedWith(0);
    assertThat(result.err()).contains("arag.jsonl ends with an incomplete line");
    JsonNode lost = result.json().at("/rows/0");
    assertThat(lost.get("strategy").asText()).isEqualTo("arag");
    assertThat(lost.get("questions").asInt()).isEqualTo(3);
    assertThat(lost.get("containShort").asDouble()).isZero();
  }

  @Test
  void rankingsAreMeasuredAndWrittenAsARunFile() throws IOException {
    Path data = Files.createDirectories(folder.resolve("beir/qrels")).getParent();
    Files.writeString(
        data.resolve("corpus.jsonl"),
        """
        {"_id": "d1", "title": "", "text": "The Old Bridge was designed by Mira Voss."}
        {"_id": "d2", "title": "", "text": "Tarn lies at the sea."}
        """);
    Files.writeString(
        data.resolve("queries.jsonl"),
        "{\"_id\": \"q1\", \"text\": \"bridge design\"}\n{\"_id\": \"q2\", \"text\": \"zebra\"}\n");
    Files.writeString(
        data.resolve("qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n");
    Path run = folder.resolve("keyword.run");
    JsonNode rows =
        arag("eval", "--retrieval", data, "--ranking", "keyword", "--run", run, "--json")
            .endedWith(0)
            .json()
            .get("rows");
    CliTest.assertFields(rows.get(0), "ranking queries ndcg@10 recall@5 recall@10");
    assertThat(rows.get(0).get("recall@5").asDouble()).isEqualTo(0.5);
    assertThat(Files.readAllLines(run)).contains("q1 Q0 d1 1 1.0 keyword");
    JsonNode again =
        arag("eval", "--retrieval", data, "--ranking", run, "--measure", "recall@1", "--json")
            .endedWith(0)
            .json()
            .at("/rows/0");
    CliTest.assertFields(again, "ranking queries recall@1");
    assertThat(again.get("recall@1").asDouble()).isEqualTo(0.5);
    assertThat(arag("eval", "--retrieval", data, "--ranking", "keyword").endedWith(0).out())
        .contains("keyword", "0.5000");
  }

  @Test
  void pagesOfAnIndexAreMeasured() throws IOException {
    Path docs = Files.createDirectories(folder.resolve("reports"));
    Files.write(
        docs.resolve("bridge.pdf"),
        MinimalPdf.of("The Old Bridge was designed by Mira Voss.", "Tarn paid for the tunnel."));
    Path index = folder.resolve("pages.arag");
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    Path gold = folder.resolve("pages.json");
    String question =
        "{\"id\":\"%s\",\"question\":\"%s\",\"answer\":\"\","
            + "\"evidence\":[{\"document\":\"bridge.pdf\",\"page\":%d}]}\n";
    Files.writeString(
        gold,
        question.formatted("a", "Who designed the Old Bridge?", 1)
            + question.formatted("b", "What is a giraffe?", 2)
            + question.formatted("c", "Who paid for the tunnel?", 2)
            + question.formatted("d", "Who paid for the tunnel?", 3));
    Object[] eval = {"eval", "--retrieval", index, "--questions", gold, "--ranking", "keyword"};
    JsonNode rows = arag(with(eval, "--limit", "3", "--json")).endedWith(0).json().get("rows");
    assertThat(rows.findValuesAsText("ranking"))
        .containsExactly("search-keyword", "search-keyword:sections", "search-keyword:chunks");
    CliTest.assertFields(rows.get(0), "ranking queries recall@5 recall@10 tokens@10");
    assertThat(rows.get(0).get("recall@10").asDouble()).isCloseTo(2 / 3.0, within(1e-9));
    JsonNode one =
        arag(with(eval, "--offset", "2", "--limit", "1", "--measure", "recall@1", "--json"))
            .endedWith(0)
            .json()
            .at("/rows/0");
    assertThat(one.get("queries").asInt()).isEqualTo(1);
    assertThat(one.get("recall@1").asDouble()).isOne();
    assertThat(one.get("tokens@1").asDouble()).isPositive();
    String table = arag(with(eval, "--limit", "3")).endedWith(0).out();
    assertThat(table.lines()).hasSize(4).allMatch(line -> line.length() <= 80);
    assertThat(table).contains("tokens@10", "0.6667");

    arag(eval).failedWith(1, "The question \"d\": page 3 of \"bridge.pdf\"", "is 2");
    arag(with(eval, "--offset", "4")).failedWith(2, "the file has only 4 questions");
    arag(with(eval, "--offset", "-1")).failedWith(2, "--offset must be at least 0");
    arag(with(eval, "--limit", "0")).failedWith(2, "--limit must be at least 1");
    arag(with(eval, "--measure", "ndcg@10", "--limit", "1")).failedWith(2, "recall@K");
    arag(with(eval, "--run", folder.resolve("pages.run"))).failedWith(2, "--run");
    arag("eval", "--retrieval", index, "--questions", gold, "--limit", "1", "--ranking", "bm26")
        .failedWith(2, "bm26", "hybrid");
    arag("eval", "--retrieval", index, "--questions", gold, "--limit", "1")
        .failedWith(1, "embeddings");
    arag("eval", "--retrieval", docs, "--questions", gold).failedWith(2, "no index", "reports");
    arag("eval", "--retrieval", index, "--questions", questions)
        .failedWith(2, "none of the 4 questions has gold pages");
    arag("eval", "--retrieval", docs, "--limit", "1").failedWith(2, "--offset and --limit require");
    eval("--limit", "1").failedWith(2, "--offset and --limit require");
  }

  private static Object[] with(Object[] arguments, Object... more) {
    return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray();
  }

  @Test
  void wrongUsageOfRetrievalIsExplained() throws IOException {
    Path data = Files.createDirectories(folder.resolve("empty-data"));
    arag("eval", "--retrieval", folder.resolve("no")).failedWith(2, "--retrieval");
    arag("eval", "--retrieval", data).failedWith(1, "corpus.jsonl");
    arag("eval", "--retrieval", data, "--ranking", "bm26").failedWith(2, "bm26", "hybrid");
    arag("eval", "--retrieval", data, "--measure", "map").failedWith(2, "map", "ndcg@10");
    arag("eval", results, "--retrieval", data)
        .failedWith(2, "either RESULTS", "[--questions FILE]");
    Path run = folder.resolve("two.run");
    arag("eval", "--retrieval", data, "--run", run).failedWith(2, "exactly one");
    arag("eval", "--run", run).failedWith(2, "--run requires --retrieval");
  }
}
