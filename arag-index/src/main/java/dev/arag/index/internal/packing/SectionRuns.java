package dev.arag.index.internal.packing;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a document at section boundaries and separates heading lines from text. */
public final class SectionRuns {
  private final String text;
  private final List<Heading> headings;
  private int next;
  private @Nullable Heading current;

  SectionRuns(Document document) {
    text = document.text();
    headings = document.headings();
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

  private void addRuns(int start, int end, List<SectionRun> runs) {
    Heading heading = current;
    int headingEnd = heading == null ? start : SectionHeading.end(text, heading, start, end);
    if (headingEnd > start) {
      runs.add(new SectionRun(start, headingEnd, heading, true));
    }
    if (headingEnd < end) {
      runs.add(new SectionRun(headingEnd, end, heading, false));
    }
  }
}
