package dev.arag.evaluation.data;

/** The most likely cause of a wrong answer. */
public enum FailureClass {
  /** The model call failed, or the model returned no answer. */
  RUN_FAILED("The model call failed, or the model returned no answer."),
  /** A limit of the budget ended the run. */
  BUDGET("A limit of the budget ended the run before the model answered."),
  /** The model reported NOT FOUND. */
  GAVE_UP("The model reported that it found no answer."),
  /** The model repeated searches, and some gold text was never shown. */
  REPEATED_SEARCHES("The model repeated searches instead of finding the missing gold text."),
  /** Some gold text (the text that contains the answer) was never shown to the model. */
  NEVER_RETRIEVED("No search showed some of the gold chunks."),
  /** All gold text was shown, but the model did not read all of it. */
  RETRIEVED_NOT_READ("The searches found all gold chunks, but the model did not read all of them."),
  /** The gold text was read, and the answer is another part of the shown text. */
  OTHER_ENTITY("The model read the gold text, and answered with another part of the shown text."),
  /** The gold text was read, and the answer is in no shown text. */
  ANSWERED_WRONG("The model read the gold text, and its answer is in no text that it was shown."),
  /** The gold support of the question, or the trajectory, is not known. */
  UNKNOWN("The gold support of the question or the trajectory of the run is not known.");

  private final String description;

  FailureClass(String description) {
    this.description = description;
  }

  /** A sentence that describes this class to people who read the report. */
  public String description() {
    return description;
  }
}
