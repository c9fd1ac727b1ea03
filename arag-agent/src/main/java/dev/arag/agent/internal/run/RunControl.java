package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.trajectory.StopReason;

/** Cancels one run: on request, or when the run's thread is interrupted. */
public final class RunControl {
  private volatile boolean isCancelled;

  /** Ends the run at its next step. The caller also interrupts the run's thread. */
  public void cancel() {
    isCancelled = true;
  }

  /** Interrupts the run's thread again if an observer cleared the interrupt of a cancelled run. */
  public void renewInterrupt() {
    if (isCancelled) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isCancelled() {
    return isCancelled || Thread.currentThread().isInterrupted();
  }

  /**
   * @throws BudgetExhaustedException if the run is cancelled
   */
  void requireNotCancelled() {
    if (isCancelled()) {
      throw new BudgetExhaustedException(StopReason.CANCELLED);
    }
  }
}
