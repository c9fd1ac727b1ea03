package dev.arag.examples.cli;

import java.util.function.Supplier;

/** The command was called wrongly: exit code 2. The message says what to do instead. */
final class UsageException extends RuntimeException {
  UsageException(String message) {
    super(message);
  }

  /** Makes a value of what the user gave; what it refuses is wrong usage. */
  static <T> T orRefuse(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
