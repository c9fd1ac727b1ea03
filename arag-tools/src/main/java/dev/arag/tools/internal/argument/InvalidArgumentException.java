package dev.arag.tools.internal.argument;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the arguments of a call are invalid and the model can correct them. The message is
 * written for the model.
 */
public final class InvalidArgumentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidArgumentException(@Nullable String message) {
    super(message);
  }
}
