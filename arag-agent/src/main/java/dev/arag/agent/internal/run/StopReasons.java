package dev.arag.agent.internal.run;

import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Snippet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules of how a run ends. */
public final class StopReasons {
  private static final String NOT_FOUND = "NOT FOUND";
  private static final String MARKS = "*_#>`\"' ";
  private static final int MOST_EVIDENCE = 5;
  private static final int MOST_CHARACTERS = 300;

  private StopReasons() {}

  /** Why a run ended with a text. */
  static StopReason reason(String text, Reply.Finish finish) {
    if (finish == Reply.Finish.LENGTH) {
      return StopReason.TRUNCATED;
    }
    if (finish == Reply.Finish.CONTENT_FILTER) {
      return StopReason.REFUSED;
    }
    return saysNotFound(text) ? StopReason.NOT_FOUND : StopReason.ANSWERED;
  }

  /** Why a run ended without one. */
  static StopReason reasonOfNothing(Reply.Finish finish) {
    return switch (finish) {
      case LENGTH -> StopReason.TRUNCATED;
      case CONTENT_FILTER -> StopReason.REFUSED;
      case STOP, TOOL_CALLS, OTHER -> StopReason.MODEL_FAILED;
    };
  }

  /** What a run without an answer means, and what to do. */
  static String explain(StopReason reason) {
    return switch (reason) {
      case TRUNCATED ->
          "The model's output limit was used up before it wrote an answer."
              + " Raise that limit or lower the reasoning effort.";
      case CONTEXT_LIMIT ->
          "The question and the tools do not fit the model's window beside an answer."
              + " Ask less, or raise contextTokens if the model takes more.";
      case REFUSED -> "The model, or a filter of its server, refused.";
      case MODEL_FAILED -> "The model sent neither text nor a tool call, twice.";
      default -> "The budget ended before anything was found. Allow a larger one.";
    };
  }

  /** Neither letter, figure nor sign: blank, invisible, or nothing but punctuation and marks. */
  static boolean saysNothing(String text) {
    return text.codePoints().noneMatch(StopReasons::saysSomething);
  }

  private static boolean saysSomething(int character) {
    return switch (Character.getType(character)) {
      case Character.CURRENCY_SYMBOL, Character.MATH_SYMBOL, Character.OTHER_SYMBOL -> true;
      case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> Character.isLetterOrDigit(character);
    };
  }

  /** In capitals on line 1, as the system prompt asks: "Not found guilty" is an answer. */
  public static boolean saysNotFound(String text) {
    String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("");
    int start = 0;
    while (start < line.length() && MARKS.indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int end = start + NOT_FOUND.length();
    return line.startsWith(NOT_FOUND, start)
        && (end == line.length() || !Character.isLetterOrDigit(line.charAt(end)));
  }

  /**
   * The first passages found, for a run that ended before the model could answer.
   *
   * @param above the line above them
   */
  static String evidence(List<Step> steps, String above) {
    Map<ChunkId, String> passages = new LinkedHashMap<>();
    for (Step step : steps) {
      if (step instanceof Step.ToolUse use) {
        use.observation().shown().forEach(each -> passages.putIfAbsent(each.chunk(), quote(each)));
      }
    }
    return passages.isEmpty()
        ? ""
        : passages.entrySet().stream()
            .limit(MOST_EVIDENCE)
            .map(each -> "[" + each.getKey() + "] " + each.getValue())
            .collect(Collectors.joining("\n", above + "\n", ""));
  }

  private static String quote(Snippet snippet) {
    String line = String.join(" ", snippet.text().strip().lines().map(String::strip).toList());
    return Truncation.withEllipsis(line, MOST_CHARACTERS);
  }
}
