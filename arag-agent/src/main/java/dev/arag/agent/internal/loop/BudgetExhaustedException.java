package dev.arag.agent.internal.loop;

import dev.arag.agent.step.StopReason;

/** Thrown to end a strategy when the run reaches a limit. This exception has no stack trace. */
public final class BudgetExhaustedException extends RuntimeException {
  private final StopReason reason;
  private final String advice;

  public BudgetExhaustedException(StopReason reason) {
    this(reason, "");
  }

  /**
   * @param advice a remedy for the user; may be empty
   */
  public BudgetExhaustedException(StopReason reason, String advice) {
    super("The budget of the run is used up: " + reason, null, false, false);
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
