package dev.arag.agent.step;

/** What an answer is. {@link StopReason} tells why the run ended. */
public enum Outcome {
  /** The answer tells what the question asks. */
  ANSWERED("The documents contain the answer."),
  /**
   * The answer tells only a part of what the question asks, or something near it. Also the outcome
   * of an answer that consists of passages because the model wrote none.
   */
  PARTIAL("The documents contain only a part of the answer."),
  /** Sources state different things about the same fact. */
  CONFLICT("The sources disagree."),
  /** The question has several readings, and nothing decides between them. */
  NEEDS_CLARIFICATION("The question has several readings."),
  /** The documents do not contain the answer. */
  NOT_FOUND("The documents do not contain the answer.");

  private final String description;

  Outcome(String description) {
    this.description = description;
  }

  /** A sentence that explains this outcome to people who read the answer. */
  public String description() {
    return description;
  }
}
