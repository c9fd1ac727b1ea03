package dev.arag.evaluation.judge;

/** The texts that the judge is shown. */
public enum JudgeVersion {
  /** The answer and the gold answers, as in the protocol of the A-RAG paper. */
  REFERENCE("reference"),
  /** The question, the answer and the gold answers. */
  QUESTION("question");

  private final String wireName;

  JudgeVersion(String wireName) {
    this.wireName = wireName;
  }

  /** The name on the command line and in {@code summary.json}. */
  public String wireName() {
    return wireName;
  }
}
