package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of what this library throws when work fails. The message says what happened, where, and
 * what to do. Wrong use of the API throws {@link IllegalArgumentException} and its like instead.
 */
public class AragException extends RuntimeException {
  public AragException(String message) {
    this(message, null);
  }

  public AragException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call may succeed later without anything being changed. */
  public boolean isRetriable() {
    return false;
  }
}
