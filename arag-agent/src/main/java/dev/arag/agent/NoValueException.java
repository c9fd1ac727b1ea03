package dev.arag.agent;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a question was answered as text, but not as a record: the documents do not contain
 * the answer, the budget was used up, or the model did not fill in the required fields.
 */
public class NoValueException extends AragException {
  private final transient Answer answer;

  /** Makes the exception of a run; useful for tests. */
  public NoValueException(String message, Answer answer, @Nullable Throwable cause) {
    super(message, cause);
    this.answer = answer;
  }

  /** The answer as text with its citations. Lost when the exception is serialized. */
  public Answer answer() {
    return answer;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}
