package dev.arag.examples.cli;

import dev.arag.index.SyncReport;

/** What an indexing run did, as people read it. */
final class SyncText {
  private SyncText() {}

  static void write(Page out, SyncReport report) {
    out.line(summary(report));
    if (!report.skipped().isEmpty()) {
      out.line(Words.number(report.skipped().size()) + " skipped:");
      report
          .skipped()
          .forEach(skip -> out.hanging("  ", skip.source() + ": " + skip.reason(), "    "));
    }
    report.warnings().forEach(warning -> out.hanging("", "Warning: " + warning, "  "));
  }

  /** Such as {@code 2 documents, 3 chunks, 40 sentences (40 embedded) in 0.9 s.} */
  static String summary(SyncReport report) {
    return Words.count(report.documents(), "document")
        + ", "
        + Words.count(report.chunks(), "chunk")
        + ", "
        + Words.count(report.sentences(), "sentence")
        + " ("
        + Words.number(report.embedded())
        + " embedded) in "
        + Words.seconds(report.elapsed().toMillis() / 1000.0)
        + ".";
  }
}
