package dev.arag.examples.cli.option;

import java.util.function.Supplier;

/** Signals wrong usage of the command: exit code 2. The message contains the remedy. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }

  /** Converts an {@link IllegalArgumentException} of the supplier to wrong usage. */
  public static <T> T requireValid(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
