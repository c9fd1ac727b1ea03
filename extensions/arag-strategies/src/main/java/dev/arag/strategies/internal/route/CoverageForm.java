package dev.arag.strategies.internal.route;

import java.util.List;
import java.util.Optional;

/** The reply of the critic. */
record CoverageForm(List<Component> components) {
  /** How much of a component an answer covers. */
  enum Coverage {
    FULL,
    PART,
    NONE
  }

  /**
   * A part of the question.
   *
   * @param citations the numbers of the citations that prove what covers it
   * @param followUp a question for what is missing
   */
  record Component(
      String text, Coverage covered, List<Integer> citations, Optional<String> followUp) {
    /**
     * Whether the answer covers the component. The critic is not believed unless one of the
     * citations that it names was verified by the checker.
     */
    boolean isCovered(AnswerCheck answer) {
      return covered == Coverage.FULL && citations.stream().anyMatch(answer::isVerified);
    }

    /** The question to ask next. */
    String question() {
      return followUp.filter(each -> !each.isBlank()).orElse(text).strip();
    }
  }
}
