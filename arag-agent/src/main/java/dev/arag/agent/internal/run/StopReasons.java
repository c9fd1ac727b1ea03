package dev.arag.agent.internal.run;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.StopReason;

/** Decides why a run ended, and explains it to the user. */
public final class StopReasons {
  static final String INTERRUPTED = "The run was interrupted.";
  static final String EMPTY_CLOSING_REPLY =
      "The model returned an empty reply to the closing call.";
  static final String EVIDENCE_ONLY =
      "The model did not answer: the text contains the passages that were found.";

  private static final String NOT_FOUND = "NOT FOUND";
  private static final String MARKUP = "*_#>`\"' ";

  private StopReasons() {}

  /** The stop reason of a run that ended with a text. */
  static StopReason of(String text, Reply.Finish finish) {
    if (finish == Reply.Finish.LENGTH) {
      return StopReason.TRUNCATED;
    }
    if (finish == Reply.Finish.CONTENT_FILTER) {
      return StopReason.REFUSED;
    }
    return isNotFound(text) ? StopReason.NOT_FOUND : StopReason.ANSWERED;
  }

  /** The stop reason of a run that ended without a text. */
  static StopReason ofEmptyText(Reply.Finish finish) {
    return switch (finish) {
      case LENGTH -> StopReason.TRUNCATED;
      case CONTENT_FILTER -> StopReason.REFUSED;
      case STOP, TOOL_CALLS, OTHER -> StopReason.MODEL_FAILED;
    };
  }

  /** The stop reason of a run that a failure of the model ended. */
  static StopReason of(ModelException failure) {
    if (failure.isOutOfTime()) {
      return StopReason.DEADLINE;
    }
    return failure.isRefusal() ? StopReason.REFUSED : StopReason.MODEL_FAILED;
  }

  /** Why a run has no answer, and what to do. */
  static String explain(StopReason reason) {
    return switch (reason) {
      case TRUNCATED ->
          "The model's output limit was used up before it wrote an answer."
              + " Raise that limit or lower the reasoning effort.";
      case CONTEXT_LIMIT ->
          "The question, the tools and an answer do not fit the model's window together."
              + " Ask a shorter question, or raise contextTokens if the model accepts more.";
      case REFUSED -> "The model, or a filter of its server, refused.";
      case MODEL_FAILED -> "The model returned an empty reply twice.";
      case CANCELLED -> "The run was cancelled.";
      default -> "The budget ended before anything was found. Allow a larger one.";
    };
  }

  /** Why an answer in text was not turned into a record. */
  static String explainNoExtraction(StopReason reason) {
    return "The budget of the run had ended: " + reason + ".";
  }

  /**
   * Why the closing call failed. A reader may not expect that only the last of the time was left.
   */
  static String explainFailedClosing(ModelException failure) {
    String message = String.valueOf(failure.getMessage());
    return failure.isOutOfTime()
        ? "The time of the run was up. In its last call: " + message
        : message;
  }

  /** What to do about a server that truncates requests. */
  static String explainTruncatedRequest(long processedTokens, int sentTokens) {
    return ("The server drops the beginning of long requests: it counted %,d tokens of about %,d."
            + " Raise its window (Ollama: num_ctx, llama.cpp: --ctx-size, vLLM:"
            + " --max-model-len), or set contextTokens of the budget to the server's window.")
        .formatted(processedTokens, sentTokens);
  }

  /** Whether a text has no letter, digit or symbol: blank, invisible, or punctuation and markup. */
  public static boolean isWithoutContent(String text) {
    return text.codePoints().noneMatch(StopReasons::isContent);
  }

  private static boolean isContent(int character) {
    return switch (Character.getType(character)) {
      case Character.CURRENCY_SYMBOL, Character.MATH_SYMBOL, Character.OTHER_SYMBOL -> true;
      case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> Character.isLetterOrDigit(character);
    };
  }

  /**
   * Whether a text starts with NOT FOUND in capitals, as the system prompt asks; "Not found guilty"
   * is an answer.
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
