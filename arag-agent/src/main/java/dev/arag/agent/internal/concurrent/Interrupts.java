package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.failure.Causes;

/** Keeps interrupts that a caught failure would hide. */
public final class Interrupts {
  private Interrupts() {}

  /** Restores the interrupt flag of this thread if a failure was caused by an interrupt. */
  public static void restore(Throwable failure) {
    if (Causes.first(failure, InterruptedException.class).isPresent()) {
      Thread.currentThread().interrupt();
    }
  }
}
