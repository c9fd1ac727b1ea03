package dev.arag.evaluation.judge;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * An answer to judge.
 *
 * @param question the question
 * @param golds the accepted answers, at least one
 * @param answer the answer without its evidence block, not blank
 */
public record JudgeCase(String question, List<String> golds, String answer) {
  public JudgeCase {
    requireNonNull(question, "question");
    golds = List.copyOf(requireNonNull(golds, "golds"));
    requireNonNull(answer, "answer");
    if (golds.isEmpty()) {
      throw new IllegalArgumentException("A judge needs at least one gold answer.");
    }
    if (answer.isBlank()) {
      throw new IllegalArgumentException(
          "The answer must not be blank. A blank answer is wrong without a judge.");
    }
  }
}
