package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The superclass of the exceptions of this library. The message says what happened, where it
 * happened, and what to do. If a caller uses the API incorrectly, the library throws JDK exceptions
 * such as {@link IllegalArgumentException} instead.
 */
public class AragException extends RuntimeException {
  public AragException(String message) {
    this(message, null);
  }

  public AragException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call may succeed if the caller repeats it later. */
  public boolean isRetriable() {
    return false;
  }
}
