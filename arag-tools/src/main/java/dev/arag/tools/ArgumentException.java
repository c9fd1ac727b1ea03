package dev.arag.tools;

import org.jspecify.annotations.Nullable;

/** Signals arguments the model can correct; the message is written for the model. */
final class ArgumentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ArgumentException(@Nullable String message) {
    super(message);
  }
}
