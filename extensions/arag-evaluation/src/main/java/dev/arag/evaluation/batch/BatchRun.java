package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.Batch;
import dev.arag.evaluation.data.Question;
import java.util.Map;

/**
 * One run of a batch: a question that one strategy answers with one setting.
 *
 * @param strategy the name of the strategy
 * @param setting the values of {@link Batch.Builder#sweepMaxTurns}, {@link
 *     Batch.Builder#sweepEffort} and {@link Batch.Builder#hideSupport} for this run, by name, such
 *     as {@code effort=low}; empty if none of them is used
 * @param repeat the zero-based number of the repetition
 */
public record BatchRun(
    String strategy, Map<String, String> setting, Question question, int repeat) {
  public BatchRun {
    requireNonNull(strategy, "strategy");
    requireNonNull(question, "question");
    setting = Map.copyOf(requireNonNull(setting, "setting"));
  }
}
