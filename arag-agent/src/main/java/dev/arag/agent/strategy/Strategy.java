package dev.arag.agent.strategy;

/**
 * A method of answering a question. It returns the model's text; the run builds the answer from it,
 * with counts, verdicts, stop reason and closing call. Implementations are safe for use by several
 * threads.
 */
@FunctionalInterface
public interface Strategy {
  /**
   * Answers one question.
   *
   * @return the text of the answer with its citations; blank if there is none
   */
  String run(String question, RunContext run);

  /** The A-RAG paper's loop (Algorithm 1) with this library's system prompt. */
  static Strategy arag() {
    return arag(ARagStrategy.systemPrompt());
  }

  /**
   * The A-RAG paper's loop with a custom system prompt.
   *
   * @param prompt the whole system message, not blank; unless it asks for citations as the built-in
   *     prompt does, answers have no checked citations
   */
  static Strategy arag(String prompt) {
    return new ARagStrategy(prompt);
  }
}
