package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.cli.internal.FaultyLlm.ScriptedReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code arag batch} within this process. */
final class CliBatchTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BRIDGE = "Who designed the Old Bridge?";
  private static final String VOSS = "Where was Mira Voss born?";

  @TempDir Path folder;

  private Path index;
  private Path questions;
  private Path out;

  @BeforeEach
  void indexTwoChunks() throws IOException {
    index = folder.resolve("my.arag");
    out = folder.resolve("results");
    Path chunks = folder.resolve("chunks.json");
    Files.writeString(
        chunks,
        "[\"c1:The Old Bridge was designed by Mira Voss.\","
            + "\"c2:Mira Voss was born in Tarn in 1881.\"]");
    arag("index", index, chunks, "--embedder", "none").endedWith(0);
    questions = folder.resolve("questions.json");
    Files.writeString(
        questions,
        """
        [{"id": 0, "question": "%s", "answer": "Mira Voss", "supporting_chunks": ["c1"]},
         {"id": "b", "question": "%s", "answer": "Tarn", "answer_aliases": ["town of Tarn"]}]
        """
            .formatted(BRIDGE, VOSS));
  }

  private CliResult batch(Object... more) {
    return batchWith(Map.of(), more);
  }

  private CliResult batchWith(Map<String, String> environment, Object... more) {
    List<Object> args = new ArrayList<>(List.of("batch", index, questions, "--out", out, "--json"));
    args.addAll(List.of(more));
    return aragWith(environment, args.toArray());
  }

  private static Map<String, String> environment(String url) {
    return Map.of("ARAG_BASE_URL", url, "ARAG_MODEL", "faulty-1");
  }

  private List<JsonNode> rows(String file) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve(file))) {
      rows.add(JSON.readTree(line));
    }
    return rows;
  }

  @Test
  void aStrategyThatNeedsEmbeddingsIsReportedBeforeTheFirstRun() {
    CliResult result = batch("--strategy", "arag,hybrid-rag").endedWith(1);
    assertThat(result.err()).contains("the strategy hybrid-rag cannot be used: ", "arag embed DIR");
    assertThat(out).doesNotExist();
  }

  @Test
  void theManifestHasTheToolsThatTheModelWasGiven() throws IOException {
    batch("--tools", "outline", "--show", "tenant").endedWith(0);
    assertThat(Files.readString(out.resolve("manifest.json")))
        .contains("\"outline\"", "\"show tenant\"");
    assertThat(batch("--tools", "grep").endedWith(2).err()).contains("There is no tool \"grep\"");
  }

  @Test
  void extractiveModelAnswersWithoutSettings() throws IOException {
    CliResult result = batch("--strategy", "arag-no-semantic", "--workers", "2").endedWith(0);
    assertThat(result.err()).contains("No LLM is configured");
    JsonNode json = result.json();
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "questions",
            "answered",
            "failed",
            "resumed",
            "modelCalls",
            "cost",
            "results",
            "manifest",
            "seconds");
    assertThat(json.get("questions").asInt()).isEqualTo(2);
    assertThat(json.get("answered").asInt()).isEqualTo(2);
    assertThat(json.get("modelCalls").asInt()).isGreaterThan(3);
    assertThat(json.get("cost").isNull()).isTrue();
    assertThat(json.get("results").asText()).isEqualTo(out.toString());
    assertThat(Path.of(json.get("manifest").asText())).isRegularFile();
    List<JsonNode> rows = rows("arag-no-semantic.jsonl");
    assertThat(rows).extracting(row -> row.get("qid").asText()).containsExactly("0", "b");
    assertThat(rows.get(0).get("pred_answer").asText()).contains("Mira Voss");
    JsonNode again = batch("--strategy", "arag-no-semantic").endedWith(0).json();
    assertThat(again.get("modelCalls").asInt()).isZero();
    assertThat(again.get("resumed").asInt()).isEqualTo(2);
  }

  @Test
  void namesMayContainSeveralOptions() throws IOException {
    String names = "iter-retgen:rounds=1,search=keyword,adaptive,ircot:k=2,sentences=3";
    batch("--strategy", names).endedWith(0);
    assertThat(rows("iter-retgen-rounds1-search-keyword.jsonl")).hasSize(2);
    assertThat(rows("ircot-k2-sentences3.jsonl").get(0).get("pred_answer").asText())
        .contains("Mira Voss");
    assertThat(rows("adaptive.jsonl").get(0).at("/arag/strategy").asText()).isEqualTo("adaptive");
  }

  @Test
  void textSaysWhatWasDone() {
    CliResult result =
        arag("batch", index, questions, "--out", out, "--strategy", "direct").endedWith(0);
    assertThat(result.out())
        .startsWith("2 runs in ")
        .contains("2 answered, 0 without an answer; 0 finished before.")
        .contains("2 model calls.")
        .contains("manifest.json");
  }

  @Test
  void llmAnswersSeveralStrategiesWithPrices() throws IOException {
    Path prices = Files.writeString(folder.resolve("p.json"), "{\"input\": 1000, \"output\": 0}");
    try (FaultyLlm llm = new FaultyLlm()) {
      for (String question : List.of(BRIDGE, VOSS)) {
        llm.answer(
            question,
            ScriptedReply.call("keyword_search", "{\"keywords\": [\"Mira Voss\"]}"),
            ScriptedReply.text("Mira Voss [c1: \"designed by Mira Voss\"]."));
      }
      Object[] more = {"--strategy", "arag,direct", "--sweep", "max-turns=5,9", "--prices", prices};
      Map<String, String> environment = environment(llm.start());
      JsonNode json = batchWith(environment, more).endedWith(0).json();
      assertThat(json.get("questions").asInt()).isEqualTo(8);
      assertThat(json.get("cost").asDouble()).isGreaterThan(1);
      assertThat(rows("arag.max-turns-9.jsonl").get(0).at("/arag/setting/max-turns").asText())
          .isEqualTo("9");
      assertThat(rows("direct.max-turns-5.jsonl")).hasSize(2);
      batchWith(environment, "--strategy", "arag,direct", "--sweep", "max-turns=5")
          .failedWith(1, "a different configuration", "sweep.max-turns was [\"5\",\"9\"]");
    }
  }

  @Test
  void effortOfASweepIsSent() throws IOException {
    try (FaultyLlm llm = new FaultyLlm()) {
      llm.answer(BRIDGE, ScriptedReply.text("Mira Voss."));
      llm.answer(VOSS, ScriptedReply.text("In Tarn."));
      Map<String, String> environment = environment(llm.start());
      batchWith(environment, "--strategy", "direct", "--sweep", "effort=low,high").endedWith(0);
      assertThat(llm.bodies()).anyMatch(body -> body.contains("\"reasoning_effort\":\"low\""));
      assertThat(llm.bodies()).anyMatch(body -> body.contains("\"reasoning_effort\":\"high\""));
      assertThat(rows("direct.effort-high.jsonl")).hasSize(2);
    }
  }

  @Test
  void rejectedKeyStopsTheBatchWithOneLine() throws IOException {
    try (FaultyLlm llm = new FaultyLlm()) {
      llm.answer(BRIDGE, ScriptedReply.error(401));
      llm.answer(VOSS, ScriptedReply.error(401));
      batchWith(environment(llm.start()), "--strategy", "direct")
          .failedWith(1, "no question can be answered", "API key", "0 of 2 runs are finished");
      assertThat(llm.bodies()).hasSize(1);
    }
  }

  @Test
  void supportIsHidden() throws IOException {
    JsonNode json = batch("--hide-support", "--strategy", "arag-no-semantic").endedWith(0).json();
    assertThat(json.get("questions").asInt()).isEqualTo(3);
    List<JsonNode> hidden = rows("arag-no-semantic.hide-support.jsonl");
    assertThat(hidden).hasSize(1);
    assertThat(hidden.get(0).get("trajectory").toString())
        .doesNotContain("Old Bridge was designed");
  }

  @Test
  void paragraphsTellWhichChunksAreHidden() throws IOException {
    Path paragraphs = folder.resolve("paragraphs.json");
    Files.writeString(paragraphs, "[\"7:Tarn\\nMira Voss was born in Tarn in 1881.\"]");
    Files.writeString(
        questions,
        "{\"qid\": \"x\", \"question\": \""
            + VOSS
            + "\", \"gold_answer\": \"Tarn\","
            + " \"supporting\": [\"7\"]}\n");
    batch("--hide-support", "--paragraphs", paragraphs, "--strategy", "arag-no-semantic")
        .endedWith(0);
    List<JsonNode> hidden = rows("arag-no-semantic.hide-support.jsonl");
    assertThat(hidden.get(0).get("trajectory").toString()).doesNotContain("born in Tarn");
    assertThat(rows("arag-no-semantic.jsonl").get(0).get("trajectory").toString())
        .contains("born in Tarn");
  }

  @Test
  void scopeAndBudgetArePartOfTheConfiguration() {
    batch("--strategy", "direct").endedWith(0);
    assertRefused("budget.maxTurns was 15 and is now 3", "--max-turns", "3");
    assertRefused("budget.maxModelCalls was 60 and is now 3", "--max-model-calls", "3");
    assertRefused("corpus was", "--scope", "a=b");
    assertRefused("questions.number was 2 and is now 1", "--limit", "1");
    assertRefused("profile was \"default\" and is now \"paper\"", "--profile", "paper");
    batch("--strategy", "direct", "--workers", "9").endedWith(0);
  }

  private void assertRefused(String difference, String option, String value) {
    CliResult result = batch("--strategy", "direct", option, value).endedWith(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("were written with a different configuration: " + difference);
  }

  @Test
  void vectorsOfChunksAreComputedOnce() throws IOException {
    Object[] more = {"--strategy", "naive-rag:k=1,direct", "--unit", "chunk"};
    batch(more).endedWith(0);
    try (Stream<Path> files = Files.list(out.resolve("vectors"))) {
      assertThat(files).hasSize(1);
    }
    assertThat(rows("naive-rag-k1-ranking-chunk.jsonl").get(0).get("trajectory").toString())
        .contains("Old Bridge was designed")
        .doesNotContain("born in Tarn");
    assertThat(batch(more).endedWith(0).json().get("resumed").asInt()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--strategy nothing | There is no strategy 'nothing'",
        "--strategy direct,graded+nothing | There is no strategy 'nothing'",
        "--strategy arag,arag | arag.jsonl",
        "--unit chunk --strategy naive-rag,graded+naive-rag | combined with a wrapper",
        "--sweep max-turns=x | must be whole numbers",
        "--sweep turns=5 | --sweep must be max-turns",
        "--sweep effort=low | requires an LLM",
        "--unit chunk | requires --strategy naive-rag",
        "--workers 0 | workers must be 1",
        "--repeat 0 | repeat must be 1",
        "--limit 0 | limit must be 1",
        "--max-cost 5 | requires --prices",
        "--paragraphs missing.json | no such file",
      })
  void wrongUsageIsReportedInOneLine(String options, String message) {
    CliResult result = batch((Object[]) options.split(" ")).endedWith(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines().filter(line -> line.startsWith("arag: ")))
        .singleElement()
        .asString()
        .contains(message);
    assertThat(out).doesNotExist();
  }

  @Test
  void questionsMustExistAndBeValid() throws IOException {
    arag("batch", index, folder.resolve("none.json"), "--out", out)
        .failedWith(2, "QUESTIONS: no such file");
    Path empty = Files.writeString(folder.resolve("empty.json"), "[]");
    arag("batch", index, empty, "--out", out).failedWith(2, "empty.json contains no questions");
    arag("batch", index, questions).endedWith(2);
    Files.writeString(questions, "{\"id\": \"a\", \"question\": \"Who?\"}\n");
    batch("--strategy", "direct").failedWith(1, "questions.json, line 1", "answer");
    assertThat(out).doesNotExist();
  }

  @Test
  void interruptedBatchKeepsFinishedQuestions() throws Exception {
    List<String> lines = new ArrayList<>();
    try (FaultyLlm llm = new FaultyLlm()) {
      for (int i = 0; i < 100; i++) {
        lines.add("{\"id\": " + i + ", \"question\": \"Who " + i + "?\", \"answer\": \"Tarn\"}");
        llm.answer("Who " + i + "?", ScriptedReply.text("Tarn."));
      }
      questions = Files.write(folder.resolve("questions.jsonl"), lines);
      Map<String, String> settings = environment(llm.start());
      FutureTask<CliResult> batch =
          new FutureTask<>(() -> batchWith(settings, "--strategy", "direct", "--workers", "2"));
      Thread thread = new Thread(batch, "batch");
      thread.start();
      Path file = out.resolve("direct.jsonl");
      while (!batch.isDone() && (!Files.exists(file) || Files.size(file) < 3_000)) {
        Thread.sleep(5);
      }
      thread.interrupt();
      CliResult interrupted = batch.get();
      int finished = Files.readAllLines(file).size();
      assertThat(finished).isBetween(1, 99);
      interrupted.failedWith(
          130,
          "arag: interrupted; "
              + finished
              + " of 100 runs are finished; run the command again to continue");
      JsonNode resumed =
          batchWith(settings, "--strategy", "direct", "--workers", "2").endedWith(0).json();
      assertThat(resumed.get("resumed").asInt()).isEqualTo(finished);
      assertThat(resumed.get("answered").asInt()).isEqualTo(100);
      assertThat(resumed.get("modelCalls").asInt()).isEqualTo(100 - finished);
      assertThat(llm.bodies()).hasSizeBetween(100, 102);
    }
  }
}
