package dev.arag.agent.strategy;

/**
 * How a question is worked on. It returns what the model wrote; the run makes the answer of it:
 * counts, verdicts, stop reason and closing call come with it. Implementations are safe for use by
 * several threads.
 */
@FunctionalInterface
public interface Strategy {
  /**
   * Works on one question.
   *
   * @return the answer's text with its citations; blank if there is none
   */
  String run(String question, RunContext run);

  /** The A-RAG paper's loop (Algorithm 1) with this library's system prompt. */
  static Strategy arag() {
    return arag(ARag.systemPrompt());
  }

  /**
   * The A-RAG paper's loop with a system prompt of yours.
   *
   * @param prompt the whole system message, not blank; it should ask for citations as the built-in
   *     one does, or answers come without checked sources
   */
  static Strategy arag(String prompt) {
    return new ARag(prompt);
  }
}
