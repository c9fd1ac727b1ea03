package dev.arag.agent;

import dev.arag.agent.trajectory.StopReason;

/** Thrown past a strategy when the budget has ended. A signal, not a failure: no stack trace. */
final class BudgetEnded extends RuntimeException {
  private final StopReason reason;

  BudgetEnded(StopReason reason) {
    super("The budget of the run has ended: " + reason, null, false, false);
    this.reason = reason;
  }

  StopReason reason() {
    return reason;
  }
}
