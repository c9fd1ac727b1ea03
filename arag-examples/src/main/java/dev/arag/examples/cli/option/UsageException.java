package dev.arag.examples.cli.option;

import java.util.function.Supplier;

/**
 * Thrown for wrong usage of the command, which ends with exit code 2. The message says how to
 * correct the usage.
 */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }

  /** Returns the value; throws a usage exception if the arguments are invalid. */
  public static <T> T requireValid(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
