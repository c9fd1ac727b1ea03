package dev.arag.index.internal.packing;

import dev.arag.core.internal.text.TableHeaders;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a document at section boundaries and separates heading lines and tables from text. */
public final class SectionRuns {
  private final String text;
  private final List<Heading> headings;
  private final List<Table> tables;
  private int next;
  private @Nullable Heading current;
  private int nextTable;
  private @Nullable TableHeader header;

  SectionRuns(Document document) {
    text = document.text();
    headings = document.headings();
    tables = document.tables();
  }

  /** Returns the runs between two offsets. Call this method in text order. */
  List<SectionRun> within(int from, int to) {
    List<SectionRun> runs = new ArrayList<>();
    int start = from;
    while (start < to) {
      boolean opens = next < headings.size() && headings.get(next).offset() <= start;
      if (opens) {
        current = headings.get(next++);
        continue;
      }
      int end = next < headings.size() ? Math.min(to, headings.get(next).offset()) : to;
      addRuns(start, end, runs);
      start = end;
    }
    return runs;
  }

  /** Adds the runs between two offsets under the current heading. */
  private void addRuns(int from, int to, List<SectionRun> runs) {
    int start = from;
    while (nextTable < tables.size() && tables.get(nextTable).offset() < to) {
      Table table = tables.get(nextTable);
      addText(start, table.offset(), runs);
      if (header == null) {
        header = TableHeaders.of(text, table);
      }
      start = Math.max(start, table.offset());
      int end = Math.min(to, table.end());
      runs.add(new SectionRun(start, end, current, false, header));
      start = end;
      if (end < table.end()) {
        return;
      }
      nextTable++;
      header = null;
    }
    addText(start, to, runs);
  }

  private void addText(int start, int end, List<SectionRun> runs) {
    Heading heading = current;
    int headingEnd =
        heading == null || start >= end ? start : SectionHeading.end(text, heading, start, end);
    if (headingEnd > start) {
      runs.add(new SectionRun(start, headingEnd, heading, true, null));
    }
    if (headingEnd < end) {
      runs.add(new SectionRun(headingEnd, end, heading, false, null));
    }
  }
}
