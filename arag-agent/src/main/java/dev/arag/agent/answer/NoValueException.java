package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a question was answered as text, but not as a record: the documents do not contain
 * the answer, the budget was used up, or the model did not fill in the required fields.
 */
public class NoValueException extends AragException {
  private final transient Answer answer;

  /** Creates the exception for an answer. Applications need this constructor only in tests. */
  public NoValueException(String message, Answer answer, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.answer = requireNonNull(answer, "answer");
  }

  /**
   * The answer as text, with its citations. The answer is lost when the exception is serialized.
   */
  public Answer answer() {
    return answer;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}
