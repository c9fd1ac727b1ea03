package dev.arag.tools;

import org.jspecify.annotations.Nullable;

/** The model's arguments are wrong; the message tells it how. */
final class ArgumentException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ArgumentException(@Nullable String message) {
    super(message);
  }
}
