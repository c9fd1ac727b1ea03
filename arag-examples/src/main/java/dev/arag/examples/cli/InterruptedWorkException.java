package dev.arag.examples.cli;

/** Work that was interrupted and has something to say of what it leaves: exit code 130. */
final class InterruptedWorkException extends RuntimeException {
  InterruptedWorkException(String message, Throwable cause) {
    super(message, cause);
  }
}
