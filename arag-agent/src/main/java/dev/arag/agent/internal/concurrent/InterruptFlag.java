package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.failure.Causes;

/** Restores the interrupt flag of a thread after an exception was caught. */
public final class InterruptFlag {
  private InterruptFlag() {}

  /** Sets the interrupt flag of the current thread if an interrupt caused the failure. */
  public static void restore(Throwable failure) {
    if (Causes.first(failure, InterruptedException.class).isPresent()) {
      Thread.currentThread().interrupt();
    }
  }
}
