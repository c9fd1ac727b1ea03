package dev.arag.agent;

/** What was meant for the thread of a run stays with it. */
final class Interrupts {
  private Interrupts() {}

  /** Whoever waits and is interrupted loses the flag; it is set again if this tells of that. */
  static void keep(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
