package dev.arag.agent.step;

import com.fasterxml.jackson.annotation.JsonAlias;

/** Why a run ended. */
public enum StopReason {
  /**
   * The model answered; {@link Outcome} tells what its answer is. Records of earlier versions
   * contain NOT_FOUND if the answer was that the documents do not contain it, which is read as this
   * reason.
   */
  @JsonAlias("NOT_FOUND")
  ANSWERED(true, "The model answered.", ""),
  /** The turn limit was reached. */
  TURN_LIMIT(
      false, "The turn limit was reached before the model answered.", "Allow a larger budget."),
  /** The limit on model calls of all roles was reached. */
  MODEL_CALL_LIMIT(
      false,
      "The limit of model calls was reached before the model answered.",
      "Allow a larger budget."),
  /** The limit on tool calls was reached. */
  CALL_LIMIT(
      false,
      "The limit of tool calls was reached before the model answered.",
      "Allow a larger budget."),
  /** The next request would have exceeded the model's context window. */
  CONTEXT_LIMIT(
      false,
      "The model's context window was full before the model answered.",
      "Ask a shorter question, or raise contextTokens if the model accepts more."),
  /** The token budget of the whole run was used up. */
  TOKEN_BUDGET(false, "The token budget was used up.", "Allow a larger budget."),
  /** The cost limit of the run was reached. */
  COST_LIMIT(false, "The cost limit was reached.", "Allow a larger budget."),
  /** The time limit of the run was reached. */
  DEADLINE(false, "The time limit was reached.", "Allow a larger budget."),
  /** The model repeated itself: its tool calls showed no new text in several consecutive turns. */
  REPEATING(
      false,
      "The model repeated itself: its tool calls showed no new text.",
      "Rephrase the question."),
  /** The answer was cut off at the model's output limit. */
  TRUNCATED(
      false,
      "The answer was cut off at the model's output limit.",
      "Raise that limit or lower the reasoning effort."),
  /** The model or its server's content filter refused to answer. */
  REFUSED(false, "The model or its server's content filter refused to answer.", ""),
  /** The server removed the beginning of the conversation without reporting an error. */
  CONTEXT_CUT_BY_SERVER(false, "The server dropped the beginning of the conversation.", ""),
  /** The model could not be reached, failed, or returned empty replies. */
  MODEL_FAILED(false, "The model could not be reached, failed, or returned empty replies.", ""),
  /** The caller cancelled the run. */
  CANCELLED(false, "The caller cancelled the run.", "");

  private final boolean isComplete;
  private final String description;
  private final String remedy;

  StopReason(boolean isComplete, String description, String remedy) {
    this.isComplete = isComplete;
    this.description = description;
    this.remedy = remedy;
  }

  /** Whether the model ended the run by itself with a complete answer. */
  public boolean isComplete() {
    return isComplete;
  }

  /** A sentence that explains this reason to people who read the answer. */
  public String description() {
    return description;
  }

  /**
   * {@link #description()} and, unless it depends on the failure, what the caller can do to get an
   * answer.
   */
  public String explanation() {
    return (description + " " + remedy).strip();
  }
}
