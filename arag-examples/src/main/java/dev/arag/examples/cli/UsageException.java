package dev.arag.examples.cli;

/** The command was called wrongly: exit code 2. The message says what to do instead. */
final class UsageException extends RuntimeException {
  UsageException(String message) {
    super(message);
  }
}
