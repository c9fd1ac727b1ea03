package dev.arag.agent.internal.trajectory;

import dev.arag.agent.citation.Verdict;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.text.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the page calls things. */
final class HtmlLabels {
  private HtmlLabels() {}

  static String meaning(StopReason reason) {
    return switch (reason) {
      case ANSWERED -> "The model answered.";
      case NOT_FOUND -> "The model searched and says that the documents do not hold the answer.";
      case TURN_LIMIT -> "All turns were used before the model answered by itself.";
      case CALL_LIMIT -> "All tool calls were used before the model answered by itself.";
      case CONTEXT_LIMIT -> "The model's window was full before it answered by itself.";
      case TOKEN_BUDGET -> "The tokens of the run were used up.";
      case COST_LIMIT -> "The money of the run was used up.";
      case DEADLINE -> "The time was up.";
      case REPEATING -> "The model asked for the same again and again.";
      case TRUNCATED -> "The answer was cut off by the model's own limit.";
      case REFUSED -> "The model, or a filter of its server, refused.";
      case CONTEXT_CUT_BY_SERVER -> "The server dropped the beginning of the conversation.";
      case MODEL_FAILED -> "The model could not be reached, failed, or said nothing.";
      case CANCELLED -> "The caller ended the run.";
    };
  }

  static String meaning(Verdict verdict) {
    return switch (verdict) {
      case SUPPORTED -> "these words stand in the text that was shown";
      case NEAR -> "nearly these words stand in the text that was shown";
      case LOCATED -> "no words were quoted; this is the sentence shown that comes closest";
      case MISATTRIBUTED -> "these words stand in another text that was shown";
      case STITCHED -> "put together from parts that stand apart";
      case NOT_SHOWN -> "the model was never shown this text";
      case FABRICATED -> "these words stand in no text that was shown";
    };
  }

  /** Such as "stop reason" for STOP_REASON. */
  static String name(Enum<?> constant) {
    return words(constant.name());
  }

  /** The name of a constant as words. */
  static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String count(long number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String time(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1_000.0)
        : millis / 60_000 + " min " + millis % 60_000 / 1_000 + " s";
  }

  /** Title, sections and page, as far as they are known. */
  static String place(Location location) {
    List<String> path = new ArrayList<>();
    path.add(location.title());
    location.heading().stream().filter(each -> !path.contains(each)).forEach(path::add);
    String page = location.page().isPresent() ? ", page " + location.page().getAsInt() : "";
    return String.join(" › ", path) + page;
  }
}
