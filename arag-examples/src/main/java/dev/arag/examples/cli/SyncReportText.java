package dev.arag.examples.cli;

import dev.arag.index.SyncReport;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** What an indexing run did, as people read it. */
final class SyncReportText {
  /** More lines than that drive the summary off the screen. */
  private static final int SHOWN = 20;

  private SyncReportText() {}

  static void write(TextPage out, SyncReport report) {
    out.line(changes(report) + " (" + seconds(report) + ").");
    if (report.added() + report.updated() > 0 && report.embedded() + report.reused() > 0) {
      out.line(
          Formatting.count(report.embedded(), "sentence")
              + " embedded, "
              + Formatting.number(report.reused())
              + " reused.");
    }
    out.line(holds(report));
    if (!report.skipped().isEmpty()) {
      out.line(Formatting.number(report.skipped().size()) + " skipped:");
      some(
          out,
          report.skipped(),
          skip -> out.hanging("  ", skip.source() + ": " + skip.reason(), "    "));
    }
    some(out, report.warnings(), warning -> out.hanging("", "Warning: " + warning, "  "));
  }

  private static <T> void some(TextPage out, List<T> all, Consumer<T> write) {
    all.stream().limit(SHOWN).forEach(write);
    if (all.size() > SHOWN) {
      out.line("  and " + Formatting.number(all.size() - SHOWN) + " more: --json lists them all");
    }
  }

  /** Such as {@code 2 documents added, 1 updated, 30 unchanged} */
  private static String changes(SyncReport report) {
    if (report.added() + report.updated() + report.deleted() == 0) {
      return report.unchanged() == 0
          ? "No documents found"
          : "Nothing changed: " + Formatting.count(report.unchanged(), "document") + " as before";
    }
    StringJoiner parts = new StringJoiner(", ");
    append(parts, report.added(), "added");
    append(parts, report.updated(), "updated");
    append(parts, report.unchanged(), "unchanged");
    append(parts, report.deleted(), "deleted");
    return parts.toString();
  }

  private static void append(StringJoiner parts, long number, String what) {
    if (number > 0) {
      String who = parts.length() > 0 ? Formatting.number(number) : Formatting.count(number, "document");
      parts.add(who + " " + what);
    }
  }

  private static String holds(SyncReport report) {
    long others = report.documents() - report.added() - report.updated() - report.unchanged();
    String rest =
        others == 0
            ? "."
            : "; "
                + Formatting.number(others)
                + (others == 1 ? " of them was" : " of them were")
                + " not read this time, and stay"
                + (others == 1 ? "s." : ".");
    return "The index holds "
        + Formatting.count(report.documents(), "document")
        + ", "
        + Formatting.count(report.chunks(), "chunk")
        + ", "
        + Formatting.count(report.sentences(), "sentence")
        + rest;
  }

  /** Such as {@code 2 documents, 3 chunks, 40 sentences (40 embedded) in 0.9 s.} */
  static String summary(SyncReport report) {
    return Formatting.count(report.documents(), "document")
        + ", "
        + Formatting.count(report.chunks(), "chunk")
        + ", "
        + Formatting.count(report.sentences(), "sentence")
        + " ("
        + Formatting.number(report.embedded())
        + " embedded) in "
        + seconds(report)
        + ".";
  }

  private static String seconds(SyncReport report) {
    return Formatting.seconds(report.elapsed().toMillis() / 1000.0);
  }
}
