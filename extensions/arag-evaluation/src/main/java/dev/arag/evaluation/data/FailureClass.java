package dev.arag.evaluation.data;

/** The most likely cause of a wrong answer. */
public enum FailureClass {
  /** The model call failed, or the model returned no answer. */
  RUN_FAILED("The model call failed, or the model returned no answer."),
  /** A limit of the budget ended the run. */
  BUDGET("A limit of the budget ended the run before the model answered."),
  /** The model reported NOT FOUND. */
  GAVE_UP("The model reported that it found no answer."),
  /** The model repeated searches, so that the run was ended or some gold text was never shown. */
  REPEATED_SEARCHES(
      "The model repeated earlier searches, or searches that found only text shown before."),
  /** Some gold text (the text that contains the answer) was never shown to the model. */
  NEVER_RETRIEVED(
      "Some of the text that contains the answer (gold text) was never shown to the model."),
  /** All gold text was shown, but the model did not read all of it. */
  RETRIEVED_NOT_READ(
      "The searches found all text that contains the answer, but the model did not read all of it."),
  /** The gold text was read, and the answer is another part of the shown text. */
  OTHER_ENTITY(
      "The model read the text that contains the answer, but answered with another part of the text"
          + " shown."),
  /** The gold text was read, and the answer is in no shown text. */
  ANSWERED_WRONG(
      "The model read the text that contains the answer, but its answer is in no text that it was"
          + " shown."),
  /** It is not known which text contains the answer, or the run has no trajectory. */
  UNKNOWN("It is not known which text contains the answer, or the run has no trajectory.");

  private final String description;

  FailureClass(String description) {
    this.description = description;
  }

  /** A sentence that describes this class to people who read the report. */
  public String description() {
    return description;
  }
}
