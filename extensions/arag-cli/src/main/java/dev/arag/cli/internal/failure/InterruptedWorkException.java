package dev.arag.cli.internal.failure;

/**
 * Thrown when a command is interrupted, which ends with exit code 130. The message says what was
 * saved.
 */
public final class InterruptedWorkException extends RuntimeException {
  public InterruptedWorkException(String message, Throwable cause) {
    super(message, cause);
  }
}
