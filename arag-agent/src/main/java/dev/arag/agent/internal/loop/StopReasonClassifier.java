package dev.arag.agent.internal.loop;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.StopReason;

/** Determines the stop reason of a run from the last reply or failure of its model. */
public final class StopReasonClassifier {
  private StopReasonClassifier() {}

  /** Returns the stop reason of a run that ended with a text. */
  public static StopReason of(Reply.Finish finish) {
    return switch (finish) {
      case LENGTH -> StopReason.TRUNCATED;
      case CONTENT_FILTER -> StopReason.REFUSED;
      case STOP, TOOL_CALLS, OTHER -> StopReason.ANSWERED;
    };
  }

  /** Returns the stop reason of a run that ended without a text. */
  public static StopReason ofEmptyText(Reply.Finish finish) {
    return switch (finish) {
      case LENGTH -> StopReason.TRUNCATED;
      case CONTENT_FILTER -> StopReason.REFUSED;
      case STOP, TOOL_CALLS, OTHER -> StopReason.MODEL_FAILED;
    };
  }

  /** Returns the stop reason of a run that ended because the model failed. */
  public static StopReason of(ModelException failure) {
    if (failure.kind() == ModelException.Kind.OUT_OF_TIME) {
      return StopReason.DEADLINE;
    }
    return failure.kind() == ModelException.Kind.REFUSAL
        ? StopReason.REFUSED
        : StopReason.MODEL_FAILED;
  }

  /**
   * Whether a text contains no letter, digit, or symbol. Such a text is blank or invisible, or it
   * consists only of punctuation and markup.
   */
  public static boolean isWithoutContent(String text) {
    return text.codePoints().noneMatch(StopReasonClassifier::isContent);
  }

  private static boolean isContent(int character) {
    return switch (Character.getType(character)) {
      case Character.CURRENCY_SYMBOL, Character.MATH_SYMBOL, Character.OTHER_SYMBOL -> true;
      case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> Character.isLetterOrDigit(character);
    };
  }
}
