package dev.arag.agent.internal.loop;

import dev.arag.agent.trajectory.StopReason;

/** Thrown past a strategy when the budget has ended. A signal, not a failure: no stack trace. */
public final class BudgetExhausted extends RuntimeException {
  private final StopReason reason;
  private final String advice;

  public BudgetExhausted(StopReason reason) {
    this(reason, "");
  }

  /**
   * @param advice what the user should know or do; may be empty
   */
  public BudgetExhausted(StopReason reason, String advice) {
    super("The budget of the run has ended: " + reason, null, false, false);
    this.reason = reason;
    this.advice = advice;
  }

  public StopReason reason() {
    return reason;
  }

  public String advice() {
    return advice;
  }
}
