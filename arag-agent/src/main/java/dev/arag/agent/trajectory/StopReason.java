package dev.arag.agent.trajectory;

/** Why a run ended. */
public enum StopReason {
  /** The model answered. */
  ANSWERED(true),
  /** The model searched and says that the documents do not hold the answer. */
  NOT_FOUND(true),
  /** All turns were used. */
  TURN_LIMIT(false),
  /** All tool calls were used. */
  CALL_LIMIT(false),
  /** The next request would not have fitted the model's window. */
  CONTEXT_LIMIT(false),
  /** The tokens of the whole run were used. */
  TOKEN_BUDGET(false),
  /** The money of the whole run was used. */
  COST_LIMIT(false),
  /** The time was up. */
  DEADLINE(false),
  /** The model asked for the same again and again. */
  REPEATING(false),
  /** The answer was cut by the model's own limit. */
  TRUNCATED(false),
  /** The model or a filter of its server refused. */
  REFUSED(false),
  /** The server dropped the beginning of the conversation without saying so. */
  CONTEXT_CUT_BY_SERVER(false),
  /** The model could not be reached, failed, or said nothing. */
  MODEL_FAILED(false),
  /** The caller ended it. */
  CANCELLED(false);

  private final boolean isComplete;

  StopReason(boolean isComplete) {
    this.isComplete = isComplete;
  }

  /** Whether the model ended the run by itself, with all it wanted to say. */
  public boolean isComplete() {
    return isComplete;
  }
}
