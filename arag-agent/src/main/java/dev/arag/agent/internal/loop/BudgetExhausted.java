package dev.arag.agent.internal.loop;

import dev.arag.agent.trajectory.StopReason;

/** Ends a strategy when a limit of the run is reached. A signal without a stack trace. */
public final class BudgetExhausted extends RuntimeException {
  private final StopReason reason;
  private final String advice;

  public BudgetExhausted(StopReason reason) {
    this(reason, "");
  }

  /**
   * @param advice what a remedy for the user; may be empty
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
