package dev.arag.agent;

import dev.arag.agent.trajectory.StopReason;

/** Thrown past a strategy when the budget has ended. A signal, not a failure: no stack trace. */
final class BudgetEnded extends RuntimeException {
  private final StopReason reason;
  private final String advice;

  BudgetEnded(StopReason reason) {
    this(reason, "");
  }

  /**
   * @param advice what the user should know or do; may be empty
   */
  BudgetEnded(StopReason reason, String advice) {
    super("The budget of the run has ended: " + reason, null, false, false);
    this.reason = reason;
    this.advice = advice;
  }

  StopReason reason() {
    return reason;
  }

  String advice() {
    return advice;
  }
}
