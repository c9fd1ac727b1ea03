package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.data.StrategyKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON view of the object {@code arag} of a result row: the values for which the format of the
 * reference implementation has no field.
 *
 * @param strategy the name of the strategy
 * @param profile the name of the profile
 * @param repeat the zero-based number of the repetition
 * @param setting the settings in which this run differs from other runs of the strategy, by name,
 *     such as {@code max-turns}
 * @param shortAnswer the short answer; empty if there is no answer
 * @param stopReason why the run ended; null if it never started
 * @param outcome what the answer is; null if there is none
 * @param failure the kind of failure, such as {@code transport}; null if the run did not fail
 * @param usage the resources that the run used
 * @param latencyMillis the wall-clock time of the run
 * @param underLoad whether other runs were active at the same time
 * @param citations the checked citations of the answer
 * @param record the trajectory as JSON, without line breaks; empty if there is none
 */
@JsonPropertyOrder("version")
public record RunDetails(
    String strategy,
    String profile,
    int repeat,
    Map<String, String> setting,
    String shortAnswer,
    @Nullable StopReason stopReason,
    @JsonSetter(nulls = Nulls.SET) @Nullable Outcome outcome,
    @JsonSetter(nulls = Nulls.SET) @Nullable String failure,
    RunUsage usage,
    long latencyMillis,
    boolean underLoad,
    List<CitationEntry> citations,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSerialize(using = ResultRowCodec.JsonTextWriter.class)
        @JsonDeserialize(using = ResultRowCodec.JsonText.class)
        String record) {
  /** The version of the object. */
  public static final int VERSION = 1;

  /** The name of the setting of runs whose gold chunks were hidden. */
  public static final String HIDE_SUPPORT = "hide-support";

  /**
   * The name of the setting that contains the model, if results of several models are scored
   * together.
   */
  public static final String MODEL = "model";

  /**
   * The name of the row whose answers are the 20 best sentences of a semantic search, without an
   * LLM.
   */
  public static final String SENTENCE_DUMP = "dump-20";

  public RunDetails {
    requireNonNull(strategy, "strategy");
    requireNonNull(profile, "profile");
    requireNonNull(shortAnswer, "shortAnswer");
    requireNonNull(usage, "usage");
    record =
        requireNonNull(record, "record").indexOf('\n') < 0
            ? record
            : ResultRowCodec.compact(record);
    setting = Collections.unmodifiableMap(new TreeMap<>(requireNonNull(setting, "setting")));
    citations = List.copyOf(requireNonNull(citations, "citations"));
    if (outcome == null && !shortAnswer.isEmpty()) {
      // A row of an earlier version, in which only NOT FOUND was an outcome.
      outcome = shortAnswer.startsWith("NOT FOUND") ? Outcome.NOT_FOUND : Outcome.ANSWERED;
    }
  }

  @JsonProperty
  int version() {
    return VERSION;
  }

  /** The strategy and its setting. */
  public StrategyKey key() {
    return new StrategyKey(strategy, profile, setting);
  }

  /** Whether the gold chunks of the question were hidden. */
  public boolean hidesSupport() {
    return Boolean.parseBoolean(setting.get(HIDE_SUPPORT));
  }

  /**
   * Parses the trajectory. Empty if the row has none.
   *
   * @throws dev.arag.core.error.AragException if the trajectory is corrupt
   */
  public Optional<Trajectory> trajectory() {
    return record.isEmpty() ? Optional.empty() : Optional.of(Trajectory.parse(record));
  }
}
