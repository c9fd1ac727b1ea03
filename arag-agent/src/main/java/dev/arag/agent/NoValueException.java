package dev.arag.agent;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * A question was answered in words, but no value of the type that was asked for could be made: the
 * documents do not tell it, the budget had ended, or the model did not fill in what was needed.
 */
public class NoValueException extends AragException {
  private final transient Answer answer;

  public NoValueException(String message, Answer answer, @Nullable Throwable cause) {
    super(message, cause);
    this.answer = answer;
  }

  /** The answer in words, with its sources. Lost when the exception is serialized. */
  public Answer answer() {
    return answer;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}
