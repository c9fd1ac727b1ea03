package dev.arag.web.internal.trajectory;

import dev.arag.agent.citation.Verdict;
import dev.arag.core.text.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the labels of the HTML page: names, numbers, durations, and locations. */
final class HtmlLabels {
  private HtmlLabels() {}

  /** Returns the name of a constant in words, such as "stop reason" for STOP_REASON. */
  static String name(Enum<?> constant) {
    return words(constant.name());
  }

  /** Returns the label of a verdict; the same as in {@code verdicts.js}. */
  static String verdict(Verdict verdict) {
    return switch (verdict) {
      case SUPPORTED -> "Verbatim";
      case NEAR -> "Almost verbatim";
      case LOCATED -> "No quote given";
      case MISATTRIBUTED -> "From another text";
      case STITCHED -> "Put together";
      case NOT_SHOWN -> "Never shown";
      case FABRICATED -> "Not found";
    };
  }

  /** Returns a name such as STOP_REASON in words. */
  static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  static String count(long number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String duration(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1_000.0)
        : millis / 60_000 + " min " + millis % 60_000 / 1_000 + " s";
  }

  /** Returns the title, the headings, and the page number, as far as they are known. */
  static String location(Location location) {
    List<String> path = new ArrayList<>();
    path.add(location.title());
    location.heading().stream().filter(each -> !path.contains(each)).forEach(path::add);
    String page = location.page().isPresent() ? ", page " + location.page().getAsInt() : "";
    return String.join(" › ", path) + page;
  }
}
