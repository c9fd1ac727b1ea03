package dev.arag.agent.citation;

/** Whether the quotes of a sentence prove it, as a model judged. */
public enum Entailment {
  /** The quotes state or directly imply everything that the sentence says. */
  ENTAILED("proved by its quotes"),

  /** The quotes do not prove something that the sentence says, and do not contradict it. */
  NOT_ENTAILED("not proved by its quotes"),

  /** The quotes say something that cannot be true together with the sentence. */
  CONTRADICTED("contradicted by its quotes"),

  /** There is no judgment; {@link Claim#reason()} says why. */
  NOT_CHECKED("not checked against its quotes");

  private final String description;

  Entailment(String description) {
    this.description = description;
  }

  /** A short description for people who read the answer. */
  public String description() {
    return description;
  }
}
