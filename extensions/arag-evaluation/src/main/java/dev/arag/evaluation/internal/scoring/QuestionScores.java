package dev.arag.evaluation.internal.scoring;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.MetricValues;
import org.jspecify.annotations.Nullable;

/**
 * The scores of one run. It does not contain the trajectory, because thousands of these objects are
 * in memory at once.
 *
 * @param question the id of the question
 * @param type the type of the question; null if there is none
 * @param repeat the zero-based number of the repetition of the question
 * @param isAnswered whether the run has an answer
 * @param values the values of the metrics
 * @param latencyMillis the wall-clock time of the run; null if unknown
 * @param underLoad whether other runs were active at the same time
 * @param failure the most likely cause of a wrong answer; null if the answer is right
 */
public record QuestionScores(
    String question,
    @Nullable String type,
    int repeat,
    boolean isAnswered,
    MetricValues values,
    @Nullable Long latencyMillis,
    boolean underLoad,
    @Nullable FailureClass failure) {
  public QuestionScores {
    requireNonNull(question, "question");
    requireNonNull(values, "values");
  }
}
