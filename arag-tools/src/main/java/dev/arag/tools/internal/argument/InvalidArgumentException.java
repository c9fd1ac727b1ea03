package dev.arag.tools.internal.argument;

import org.jspecify.annotations.Nullable;

/** Signals arguments the model can correct; the message is written for the model. */
public final class InvalidArgumentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidArgumentException(@Nullable String message) {
    super(message);
  }
}
