package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.MovedSource;
import dev.arag.index.sync.SyncReport;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Formats the report of an indexing run for users. */
public final class SyncReportText {
  /** More lines would push the summary off the screen. */
  private static final int MAX_LINES = 20;

  private SyncReportText() {}

  public static void write(TextPage out, SyncReport report) {
    out.line(changes(report) + " (" + seconds(report) + ").");
    if (report.added() + report.updated() > 0 && report.embedded() + report.reused() > 0) {
      out.line(
          Formatting.count(report.embedded(), "sentence")
              + " embedded, "
              + Formatting.number(report.reused())
              + " reused.");
    }
    if (report.omittedLines() > 0) {
      out.line(
          Formatting.count(report.omittedLines(), "line")
              + " left out: running heads and page numbers.");
    }
    out.line(contents(report));
    writeFirst(out, report.moved(), moved -> out.hanging("", moved(moved), "  "));
    writeSkipped(out, report.skipped(), "skipped");
    writeFirst(out, report.warnings(), warning -> out.hanging("", "Warning: " + warning, "  "));
  }

  /** Writes nothing if nothing was skipped. */
  public static void writeSkipped(TextPage out, List<Skip> skipped, String what) {
    if (!skipped.isEmpty()) {
      out.line(Formatting.number(skipped.size()) + " " + what + ":");
      writeFirst(
          out,
          skipped,
          skip ->
              out.hanging(
                  "  ",
                  skip.source() + ": " + ApiNames.replaceWithCommands(skip.reason()),
                  "    "));
    }
  }

  private static String moved(MovedSource moved) {
    return "The source "
        + moved.source()
        + " has moved"
        + (moved.from() == null ? "" : " from " + moved.from())
        + " to "
        + moved.to()
        + ".";
  }

  private static <T> void writeFirst(TextPage out, List<T> all, Consumer<T> write) {
    all.stream().limit(MAX_LINES).forEach(write);
    if (all.size() > MAX_LINES) {
      out.line(
          "  and " + Formatting.number(all.size() - MAX_LINES) + " more; --json lists all of them");
    }
  }

  /** Lists the changes, such as {@code 2 documents added, 1 updated, 30 unchanged}. */
  private static String changes(SyncReport report) {
    if (report.added() + report.updated() + report.deleted() == 0) {
      return report.unchanged() == 0
          ? "No documents found"
          : "No changes: " + Formatting.count(report.unchanged(), "document") + " unchanged";
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
      String count =
          parts.length() > 0 ? Formatting.number(number) : Formatting.count(number, "document");
      parts.add(count + " " + what);
    }
  }

  private static String contents(SyncReport report) {
    long others = report.documents() - report.added() - report.updated() - report.unchanged();
    String rest =
        others == 0
            ? "."
            : "; "
                + Formatting.count(others, "document")
                + (others == 1 ? " was" : " were")
                + " kept from earlier runs.";
    return "The index contains "
        + Formatting.count(report.documents(), "document")
        + ", "
        + Formatting.count(report.chunks(), "chunk")
        + ", "
        + Formatting.count(report.sentences(), "sentence")
        + rest;
  }

  /**
   * Summarizes a sync, such as {@code 2 documents, 3 chunks, 40 sentences (40 embedded) in 0.9 s.}
   */
  public static String summary(SyncReport report) {
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
    return Formatting.seconds(report.seconds());
  }
}
