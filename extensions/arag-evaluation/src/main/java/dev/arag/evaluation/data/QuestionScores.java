package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The scores of one run. It does not contain the trajectory, because thousands of these objects are
 * in memory at once.
 *
 * @param question the id of the question
 * @param type the type of the question; empty if there is none
 * @param repeat the zero-based number of the repetition of the question
 * @param isAnswered whether the run has an answer
 * @param values the values of the metrics
 * @param latencyMillis the wall-clock time of the run; -1 if unknown
 * @param underLoad whether other runs were active at the same time
 * @param failure the most likely cause of a wrong answer; null if the answer is right
 */
public record QuestionScores(
    String question,
    String type,
    int repeat,
    boolean isAnswered,
    MetricValues values,
    long latencyMillis,
    boolean underLoad,
    @Nullable FailureClass failure) {
  public QuestionScores {
    requireNonNull(question, "question");
    requireNonNull(type, "type");
    requireNonNull(values, "values");
  }
}
