package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.data.Question;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON view of one line of a results file: the result of one run for one question. All fields
 * except the last have the names and meanings of the reference implementation, so that its
 * evaluation script can read them.
 *
 * @param id the id of the question ({@code qid})
 * @param question the text of the question
 * @param trajectory the tool calls
 * @param goldAnswer the main gold answer; empty if unknown
 * @param answer the answer text without the evidence block ({@code pred_answer}); empty if there is
 *     none
 * @param cost the price of all model calls ({@code total_cost}); 0 if no prices are known
 * @param loops the number of turns
 * @param retrievedTokens the number of tokens of corpus text shown ({@code total_retrieved_tokens})
 * @param retrievalLogs the tool calls that showed corpus text
 * @param chunksRead the ids of the chunks that were read ({@code chunks_read_ids})
 * @param error the failure of the run; null if it did not fail
 * @param run our own data ({@code arag}); null if the reference implementation wrote the row
 */
@JsonPropertyOrder({
  "qid",
  "question",
  "trajectory",
  "gold_answer",
  "pred_answer",
  "total_cost",
  "loops",
  "total_retrieved_tokens",
  "retrieval_logs",
  "chunks_read_count"
})
public record ResultRow(
    @JsonProperty("qid") @JsonSetter(nulls = Nulls.FAIL) String id,
    @JsonSetter(nulls = Nulls.FAIL) String question,
    List<ToolLog> trajectory,
    @JsonProperty("gold_answer") String goldAnswer,
    @JsonProperty("pred_answer") String answer,
    @JsonProperty("total_cost") double cost,
    int loops,
    @JsonProperty("total_retrieved_tokens") long retrievedTokens,
    @JsonProperty("retrieval_logs") List<RetrievalLog> retrievalLogs,
    @JsonProperty("chunks_read_ids") List<String> chunksRead,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonSetter(nulls = Nulls.SET)
        @Nullable String error,
    @JsonProperty("arag")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @JsonDeserialize(using = ResultRowCodec.RunReader.class)
        @Nullable RunDetails run) {
  /** The reference implementation reports some failures as an answer with this prefix. */
  private static final String ERROR_ANSWER = "Error:";

  public ResultRow {
    requireNonNull(id, "id");
    requireNonNull(question, "question");
    requireNonNull(goldAnswer, "goldAnswer");
    requireNonNull(answer, "answer");
    trajectory = List.copyOf(requireNonNull(trajectory, "trajectory"));
    retrievalLogs = List.copyOf(requireNonNull(retrievalLogs, "retrievalLogs"));
    chunksRead = List.copyOf(requireNonNull(chunksRead, "chunksRead"));
  }

  @JsonProperty("chunks_read_count")
  int chunksReadCount() {
    return chunksRead.size();
  }

  /**
   * Creates the row of a run.
   *
   * @param trajectory null if the run failed without a trajectory
   * @param error the failure of the run; null if it did not fail
   */
  public static ResultRow of(
      Question question, @Nullable Trajectory trajectory, @Nullable String error, RunDetails run) {
    Optional<Trajectory> recorded = Optional.ofNullable(trajectory);
    return new ResultRow(
        question.id(),
        question.text(),
        recorded.map(ReferenceForm::toolLogs).orElse(List.of()),
        goldOf(question),
        recorded.flatMap(Trajectory::answer).orElse(""),
        Objects.requireNonNullElse(run.usage().cost(), 0.0),
        run.usage().turns(),
        run.usage().retrievedTokens(),
        recorded.map(ReferenceForm::retrievalLogs).orElse(List.of()),
        recorded.map(ReferenceForm::chunksRead).orElse(List.of()),
        error,
        run);
  }

  private static String goldOf(Question question) {
    return question.golds().isEmpty() ? "" : question.golds().get(0);
  }

  /**
   * Whether the row contains an answer. The reference implementation writes an error message in
   * place of the answer; such a row has none.
   */
  public boolean isAnswered() {
    boolean isError = run == null && answer.startsWith(ERROR_ANSWER);
    return !answer.isBlank() && !isError;
  }

  /** Returns this row as one line of JSON, without a line break at its end. */
  public String toJson() {
    return ResultRowCodec.write(this);
  }

  /**
   * Parses a line that {@link #toJson} or the reference implementation wrote. Unknown fields are
   * ignored.
   *
   * @throws IllegalArgumentException if the line is no JSON object, or if a field is missing or has
   *     a wrong type; the message names the field
   */
  public static ResultRow parse(String line) {
    return ResultRowCodec.read(requireNonNull(line, "line"));
  }
}
