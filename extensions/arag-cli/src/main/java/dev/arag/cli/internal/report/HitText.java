package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.SectionHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Formats a hit for users: the document, and for each section its id, title and heading, and the
 * matching sentences.
 */
public final class HitText {
  private HitText() {}

  /**
   * @param keys the metadata to show
   */
  public static void write(TextPage out, Hit hit, String score, List<String> keys) {
    out.blank();
    String end = " (" + score + ")";
    if (hit.sentences().isEmpty()) {
      out.hanging("", "[" + hit.chunkId() + "] " + documentAndTitle(hit, hit.title()) + end, "  ");
      writeMetadata(out, hit, keys);
    }
    for (SectionHit each : hit.sections()) {
      Section section = each.section();
      String id = section.count() == 1 ? hit.chunkId().toString() : section.id().toString();
      String heading = titleAndHeading(hit, section.heading());
      String place = end.isEmpty() ? heading : documentAndTitle(hit, heading);
      out.hanging("", "[" + id + "] " + place + end, "  ");
      if (!end.isEmpty()) {
        writeMetadata(out, hit, keys);
      }
      writeTableHeader(out, each);
      for (Sentence sentence : each.matches()) {
        out.hanging("  - ", sentence.text(), "    ");
      }
      end = "";
    }
  }

  private static void writeTableHeader(TextPage out, SectionHit hit) {
    boolean hasRows = hit.matches().stream().anyMatch(each -> !each.isTableHeader());
    hit.section()
        .table()
        .map(TableHeader::line)
        .filter(line -> hasRows && !line.isEmpty())
        .ifPresent(line -> out.hanging("  ", "(table header) " + line, "    "));
  }

  public static void write(TextPage out, SemanticHit hit, List<String> keys) {
    write(out, hit, String.format(Locale.ROOT, "%.3f", hit.score()), keys);
  }

  private static void writeMetadata(TextPage out, Hit hit, List<String> keys) {
    Map<String, Object> metadata = hit.location().metadata();
    for (String key : keys) {
      if (metadata.containsKey(key)) {
        out.hanging("  ", key + ": " + metadata.get(key), "    ");
      }
    }
  }

  /** Formats the number of occurrences of each keyword: whole words, then parts of words. */
  public static String counts(KeywordHit hit) {
    return hit.counts().keySet().stream()
        .map(keyword -> counts(hit, keyword))
        .collect(Collectors.joining(", "));
  }

  private static String counts(KeywordHit hit, String keyword) {
    int whole = hit.wholeCounts().getOrDefault(keyword, 0);
    int inside = hit.counts().getOrDefault(keyword, 0) - whole;
    if (whole == 0) {
      return keyword + " x" + inside + " inside longer words";
    }
    String text = keyword + " x" + whole;
    return inside == 0 ? text : text + " and x" + inside + " inside longer words";
  }

  /** Writes the option that shows more hits, if there are more. */
  public static void writeRest(TextPage out, long total, int shown) {
    if (shown > 0 && total > shown) {
      out.blank();
      out.line(Formatting.number(total - shown) + " more: --offset " + shown);
    }
  }

  private static String documentAndTitle(Hit hit, String title) {
    String document = hit.location().documentId();
    return title.equals(document) ? document : document + ": " + title;
  }

  private static String titleAndHeading(Hit hit, List<String> heading) {
    if (heading.isEmpty() || heading.get(0).equals(hit.title())) {
      return heading.isEmpty() ? hit.title() : String.join(" > ", heading);
    }
    return hit.title() + ": " + String.join(" > ", heading);
  }
}
