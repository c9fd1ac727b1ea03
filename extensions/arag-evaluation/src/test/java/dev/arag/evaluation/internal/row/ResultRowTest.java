package dev.arag.evaluation.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.data.Question;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultRowTest {
  private static final Question QUESTION =
      new Question("q1", "Where was Ann Lee born?", List.of("Tarn", "Tarn Valley"));

  private static List<String> referenceLines() throws IOException {
    try (var in = ResultRowTest.class.getResourceAsStream("/reference-predictions.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void readsRowsOfTheReferenceImplementation() throws IOException {
    List<ResultRow> rows = referenceLines().stream().map(ResultRow::parse).toList();
    ResultRow first = rows.get(0);
    assertThat(first.id()).isEqualTo("2hop__1_2");
    assertThat(first.answer()).startsWith("Ann Lee was born in Tarn");
    assertThat(first.goldAnswer()).isEqualTo("Tarn");
    assertThat(first.cost()).isEqualTo(0.00125);
    assertThat(first.loops()).isEqualTo(4);
    assertThat(first.retrievedTokens()).isEqualTo(1043);
    assertThat(first.chunksRead()).containsExactly("12", "3");
    assertThat(first.isAnswered()).isTrue();
    assertThat(first.run()).isNull();
    assertThat(first.error()).isNull();
    ToolLog search = first.trajectory().get(0);
    assertThat(search.toolName()).isEqualTo("keyword_search");
    assertThat(search.loop()).isEqualTo(1);
    assertThat(search.retrievedTokens()).isEqualTo(43);
    assertThat(search.arguments()).isEqualTo(Map.of("keywords", List.of("Ann Lee"), "top_k", 5));
    assertThat(search.details()).isEqualTo(Map.of("chunks_found", 1));
    assertThat(first.retrievalLogs()).extracting(RetrievalLog::tokens).containsExactly(43L, 1000L);
  }

  @Test
  void readsRowsWithoutAnAnswer() throws IOException {
    List<ResultRow> rows = referenceLines().stream().map(ResultRow::parse).toList();
    assertThat(rows).extracting(ResultRow::id).containsExactly("2hop__1_2", "0", "7", "8");
    assertThat(rows).extracting(ResultRow::isAnswered).containsExactly(true, false, false, false);
    assertThat(rows.get(1).answer()).isEmpty();
    assertThat(rows.get(2).error()).isEqualTo("Connection refused");
    assertThat(rows.get(3).answer()).startsWith("Error: ");
  }

  /** The values that are equal after the round trip include all fields of the reference. */
  @Test
  void writesRowsOfTheReferenceImplementationUnchanged() throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode first = json.readTree(referenceLines().get(0));
    assertThat(json.readTree(ResultRow.parse(first.toString()).toJson())).isEqualTo(first);
    for (String line : referenceLines()) {
      ResultRow row = ResultRow.parse(line);
      assertThat(ResultRow.parse(row.toJson())).isEqualTo(row);
    }
  }

  @Test
  void writesTheFieldsOfTheReferenceFirst() throws IOException {
    JsonNode row = new ObjectMapper().readTree(answered().toJson());
    List<String> names = new ArrayList<>();
    row.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactly(
            "qid",
            "question",
            "trajectory",
            "gold_answer",
            "pred_answer",
            "total_cost",
            "loops",
            "total_retrieved_tokens",
            "retrieval_logs",
            "chunks_read_count",
            "chunks_read_ids",
            "arag");
    assertThat(row.path("trajectory").path(0).path("loop").intValue()).isEqualTo(1);
    assertThat(row.path("trajectory").path(0).path("arguments").path("keywords").path(0).asText())
        .isEqualTo("Ann Lee");
    assertThat(row.path("chunks_read_ids").path(0).asText()).isEqualTo("ann");
    assertThat(row.path("chunks_read_count").intValue()).isEqualTo(1);
    assertThat(row.path("total_retrieved_tokens").intValue()).isPositive();
  }

  private static ResultRow answered() {
    return Runs.row(QUESTION, Runs.answered("Tarn [ann: \"born in Tarn\"]"));
  }

  @Test
  void readsWhatItWrote() {
    Trajectory run = Runs.answered("Tarn [ann: \"born in Tarn\"]");
    ResultRow row = Runs.row(QUESTION, run);
    String line = row.toJson();
    assertThat(line).doesNotContain("\n");
    ResultRow again = ResultRow.parse(line);
    assertThat(again).isEqualTo(row);
    assertThat(again.toJson()).isEqualTo(line);
    assertThat(again.run().trajectory().orElseThrow().toJson()).isEqualTo(run.toJson());
    assertThat(again.run().stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(again.run().shortAnswer()).isEqualTo("Tarn");
    assertThat(again.run().usage().modelCalls()).isEqualTo(3);
  }

  /** In rows of earlier versions, NOT_FOUND was a stop reason. */
  @Test
  void readsTheOutcomeOfAnOldRow() {
    String line =
        answered()
            .toJson()
            .replace("\"stopReason\":\"ANSWERED\"", "\"stopReason\":\"NOT_FOUND\"")
            .replace("\"outcome\":\"ANSWERED\",", "")
            .replace("\"shortAnswer\":\"Tarn\"", "\"shortAnswer\":\"NOT FOUND\"");
    assertThat(line).contains("NOT_FOUND").doesNotContain("outcome");
    ResultRow row = ResultRow.parse(line);
    assertThat(row.run().stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(row.run().outcome()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void keepsAllTexts() {
    String text = "\uD800 \u2028 \"quoted\" \\ line\nbreak \r\t \uD83D\uDE00 \u0000";
    ResultRow row = ResultRow.of(QUESTION, null, text, answered().run());
    byte[] stored = row.toJson().getBytes(StandardCharsets.UTF_8);
    assertThat(ResultRow.parse(new String(stored, StandardCharsets.UTF_8)).error()).isEqualTo(text);
    assertThat(row.toJson()).doesNotContain("\n");
  }

  @Test
  void ignoresUnknownFieldsAndTheOrderOfFields() {
    ResultRow row =
        ResultRow.parse(
            "{\"new\":{\"a\":[1,{}]},\"pred_answer\":\"x\",\"arag\":{\"later\":[[]],\"repeat\":2},"
                + "\"question\":\"?\",\"qid\":5}");
    assertThat(row.id()).isEqualTo("5");
    assertThat(row.answer()).isEqualTo("x");
    assertThat(row.run().repeat()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"question\":\"?\"}; The field \"qid\" is missing.",
        "{\"qid\":1}; The field \"question\" is missing.",
        "{\"qid\":1,\"question\":\"?\",\"loops\":\"x\"}; The field \"loops\" must be a number.",
        "{\"qid\":1,\"question\":\"?\",\"trajectory\":{}}; The field \"trajectory\" must be an array.",
        "{\"qid\":1,\"question\":\"?\",\"arag\":[]}; The field \"arag\" must be a JSON object.",
        "{\"qid\":1,\"question\":\"?\",\"arag\":{\"stopReason\":\"X\"}}; The field \"stopReason\" has",
        "{\"qid\":1,\"question\":\"?\",\"arag\":{\"stopReason\":3}}; The field \"stopReason\" has",
        "{\"qid\":1,\"question\":\"?\",\"trajectory\":[null]}; The field \"trajectory\"",
        "{\"qid\":1,\"question\":\"?\",\"arag\":{\"version\":2}}; The field \"arag.version\" is 2;",
        "{\"qid\":1,\"question\":\"?\"} {}; Text follows the JSON object.",
        "[]; The field \"row\" must be a JSON object.",
        "{\"qid\":1; Invalid JSON at column 9: "
      })
  void namesTheFieldOfAnInvalidLine(String line, String problem) {
    assertThatThrownBy(() -> ResultRow.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "x"})
  void rejectsWhatIsNoObject(String line) {
    assertThatThrownBy(() -> ResultRow.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNullRecordIsNoTrajectory() {
    ResultRow row =
        ResultRow.parse(
            "{\"qid\":\"q1\",\"question\":\"?\",\"arag\":{\"version\":1,\"record\":null}}");
    assertThat(row.run().trajectory()).isEmpty();
  }
}
