package dev.arag.cli.internal;

/**
 * Thrown when a command is interrupted, which ends with exit code 130. The message says what was
 * saved.
 */
final class InterruptedWorkException extends RuntimeException {
  InterruptedWorkException(String message, Throwable cause) {
    super(message, cause);
  }
}
