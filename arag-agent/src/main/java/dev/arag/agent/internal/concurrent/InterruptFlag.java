package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.failure.Causes;

/** Restores the interrupt flag of a thread after a caught failure. */
public final class InterruptFlag {
  private InterruptFlag() {}

  /** Restores the interrupt flag of this thread if a failure was caused by an interrupt. */
  public static void restore(Throwable failure) {
    if (Causes.first(failure, InterruptedException.class).isPresent()) {
      Thread.currentThread().interrupt();
    }
  }
}
