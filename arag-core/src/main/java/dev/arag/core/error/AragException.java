package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The superclass of the exceptions of this library. The message says what happened, where, and what
 * to do. Incorrect use of the API throws JDK exceptions such as {@link IllegalArgumentException}
 * instead.
 */
public class AragException extends RuntimeException {
  public AragException(String message) {
    this(message, null);
  }

  public AragException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call may succeed if repeated later. */
  public boolean isRetriable() {
    return false;
  }
}
