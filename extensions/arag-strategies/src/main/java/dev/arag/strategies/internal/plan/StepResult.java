package dev.arag.strategies.internal.plan;

import dev.arag.strategies.internal.note.QuotedNote;
import java.util.List;
import java.util.Optional;

/**
 * What came of one step.
 *
 * @param task the task in the form in which it was done
 * @param answer the answer; empty if the step failed
 * @param rating how well the notes support the answer, 0 to 10; 0 if the step failed
 * @param isFromMemory whether the answer is from the model's own knowledge
 */
record StepResult(
    int number,
    String task,
    String answer,
    int rating,
    boolean isFromMemory,
    List<QuotedNote> notes) {
  private static final int MAX_RATING = 10;

  StepResult {
    notes = List.copyOf(notes);
  }

  /** The reply of the QA role. */
  record AnswerForm(
      Optional<String> analysis,
      Optional<String> answer,
      boolean success,
      Optional<Integer> rating) {}

  static StepResult failed(int number, String task, List<QuotedNote> notes) {
    return new StepResult(number, task, "", 0, false, notes);
  }

  static StepResult of(
      int number, String task, AnswerForm form, boolean isFromMemory, List<QuotedNote> notes) {
    String answer = form.answer().orElse("").strip();
    if (!form.success() || answer.isEmpty()) {
      return failed(number, task, notes);
    }
    int rating = Math.max(0, Math.min(MAX_RATING, form.rating().orElse(MAX_RATING / 2)));
    return new StepResult(number, task, answer, rating, isFromMemory, notes);
  }

  boolean isAnswered() {
    return !answer.isEmpty();
  }

  /** Returns this result as a line for prompts. */
  String text() {
    String found =
        isAnswered() ? answer + " (rating " + rating + " of " + MAX_RATING + ")" : "not found";
    return number + ". " + task + ": " + found + (isFromMemory ? " (from memory)" : "");
  }
}
