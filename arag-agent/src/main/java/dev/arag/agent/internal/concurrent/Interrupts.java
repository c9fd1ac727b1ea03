package dev.arag.agent.internal.concurrent;

/** What was meant for the thread of a run stays with it. */
public final class Interrupts {
  private Interrupts() {}

  /** Whoever waits and is interrupted loses the flag; it is set again if this tells of that. */
  public static void keep(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
