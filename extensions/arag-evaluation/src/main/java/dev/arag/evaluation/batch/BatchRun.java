package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.Question;
import java.util.Map;

/**
 * One run of a batch: a question that one strategy answers with one setting.
 *
 * @param strategy the name of the strategy
 * @param setting the values in which the run differs from the other runs of the strategy, such as
 *     {@code effort=low}; empty for an ordinary run
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
