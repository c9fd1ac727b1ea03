package dev.arag.examples.cli;

/** Signals interrupted work with a message about what was saved: exit code 130. */
final class InterruptedWorkException extends RuntimeException {
  InterruptedWorkException(String message, Throwable cause) {
    super(message, cause);
  }
}
