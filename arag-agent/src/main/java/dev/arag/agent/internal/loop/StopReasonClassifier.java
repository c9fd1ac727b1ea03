package dev.arag.agent.internal.loop;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.StopReason;

/** Determines the stop reason of a run from the last reply or failure of its model. */
public final class StopReasonClassifier {
  private static final String NOT_FOUND = "NOT FOUND";
  private static final String MARKUP = "*_#>`\"' ";

  private StopReasonClassifier() {}

  /** Returns the stop reason of a run that ended with a text. */
  public static StopReason of(String text, Reply.Finish finish) {
    if (finish == Reply.Finish.LENGTH) {
      return StopReason.TRUNCATED;
    }
    if (finish == Reply.Finish.CONTENT_FILTER) {
      return StopReason.REFUSED;
    }
    return isNotFound(text) ? StopReason.NOT_FOUND : StopReason.ANSWERED;
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

  /**
   * Whether a text starts with NOT FOUND in capital letters, as the system prompt requires. The
   * check is case-sensitive because a text such as "Not found guilty" is an answer.
   */
  public static boolean isNotFound(String text) {
    String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("");
    int start = 0;
    while (start < line.length() && MARKUP.indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int end = start + NOT_FOUND.length();
    return line.startsWith(NOT_FOUND, start)
        && (end == line.length() || !Character.isLetterOrDigit(line.charAt(end)));
  }
}
