package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.trajectory.StopReason;

/** Cancels one run, either on request or because the thread of the run was interrupted. */
public final class RunControl {
  private volatile boolean isCancelled;

  /**
   * Ends the run at its next step. To end the current step early, the caller must also interrupt
   * the thread of the run.
   */
  public void cancel() {
    isCancelled = true;
  }

  /**
   * Sets the interrupt flag of the run's thread again if the run is cancelled, because an observer
   * may have cleared the flag.
   */
  public void renewInterrupt() {
    if (isCancelled) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isCancelled() {
    return isCancelled || Thread.currentThread().isInterrupted();
  }

  /**
   * Checks that the run was not cancelled.
   *
   * @throws BudgetExhaustedException if the run was cancelled
   */
  void requireNotCancelled() {
    if (isCancelled()) {
      throw new BudgetExhaustedException(StopReason.CANCELLED);
    }
  }
}
