package dev.arag.evaluation.internal.report;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Outcome;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.StrategyKey;
import org.jspecify.annotations.Nullable;

/**
 * One run in the list of questions of a report.
 *
 * @param key the strategy and its setting
 * @param repeat the zero-based number of the repetition
 * @param answer the answer and its score
 * @param retrievedTokens the number of tokens of corpus text shown
 * @param modelCalls the number of model calls
 * @param page the path of the trajectory page relative to the report; empty if there is no
 *     trajectory
 */
public record EvaluatedRun(
    StrategyKey key,
    int repeat,
    ScoredAnswer answer,
    long retrievedTokens,
    int modelCalls,
    String page) {
  public EvaluatedRun {
    requireNonNull(key, "key");
    requireNonNull(answer, "answer");
    requireNonNull(page, "page");
  }

  /**
   * An answer and its score.
   *
   * @param text the short answer; empty if there is none
   * @param isRight whether the answer is right; null if the question has no gold answer
   * @param end the stop reason of the run, or the outcome of an answer; empty if unknown
   * @param failure the most likely cause of a wrong answer; null if the answer is right
   * @param outcome what the answer is; null if there is none or if it is unknown
   */
  public record ScoredAnswer(
      String text,
      @Nullable Boolean isRight,
      String end,
      @Nullable FailureClass failure,
      @Nullable Outcome outcome) {
    public ScoredAnswer {
      requireNonNull(text, "text");
      requireNonNull(end, "end");
    }
  }
}
