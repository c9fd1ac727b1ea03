package dev.arag.agent.answer;

/** Thrown when a question is blank, which a server reports as an error of its client. */
public final class BlankQuestionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. Applications need this constructor only in tests. */
  public BlankQuestionException() {
    super("The question must not be blank.");
  }
}
