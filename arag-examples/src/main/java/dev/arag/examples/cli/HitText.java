package dev.arag.examples.cli;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A hit as people read it: id, where it stands, the sentences that speak for it. */
final class HitText {
  private HitText() {}

  static void write(TextPage out, Hit hit, String why) {
    List<String> heading = firstHeading(hit);
    out.blank();
    out.hanging("", "[" + hit.chunk() + "] " + place(hit, heading) + " (" + why + ")", "  ");
    for (Sentence sentence : hit.sentences()) {
      if (!sentence.heading().equals(heading)) {
        heading = sentence.heading();
        out.hanging("  # ", place(hit, heading), "    ");
      }
      out.hanging("  - ", sentence.text(), "    ");
    }
  }

  /** Where the first sentence stands; a chunk may begin in another section. */
  private static List<String> firstHeading(Hit hit) {
    return hit.sentences().isEmpty() ? hit.location().heading() : hit.sentences().get(0).heading();
  }

  static void write(TextPage out, SemanticHit hit) {
    write(out, hit, String.format(Locale.ROOT, "%.3f", hit.score()));
  }

  /** How often each keyword occurs. */
  static String counts(KeywordHit hit) {
    return hit.counts().entrySet().stream()
        .map(entry -> entry.getKey() + " x" + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** What to type to see more, where there is more. */
  static void writeRest(TextPage out, long total, int shown) {
    if (shown > 0 && total > shown) {
      out.blank();
      out.line(Formatting.number(total - shown) + " more: --offset " + shown);
    }
  }

  private static String place(Hit hit, List<String> heading) {
    if (heading.isEmpty() || heading.get(0).equals(hit.title())) {
      return heading.isEmpty() ? hit.title() : String.join(" > ", heading);
    }
    return hit.title() + ": " + String.join(" > ", heading);
  }
}
