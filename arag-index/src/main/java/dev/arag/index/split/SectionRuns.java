package dev.arag.index.split;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a document at section boundaries and separates heading lines from text. */
final class SectionRuns {
  private final String text;
  private final List<Section> sections;
  private int next;
  private @Nullable Section current;

  SectionRuns(Document document) {
    text = document.text();
    sections = document.sections();
  }

  /** Returns the runs between two offsets. Call this method in text order. */
  List<SectionRun> within(int from, int to) {
    List<SectionRun> runs = new ArrayList<>();
    int start = from;
    while (start < to) {
      boolean opens = next < sections.size() && sections.get(next).offset() <= start;
      if (opens) {
        current = sections.get(next++);
        continue;
      }
      int end = next < sections.size() ? Math.min(to, sections.get(next).offset()) : to;
      addSection(start, end, runs);
      start = end;
    }
    return runs;
  }

  private void addSection(int start, int end, List<SectionRun> runs) {
    Section section = current;
    int headingEnd = section == null ? start : HeadingLine.end(text, section, start, end);
    if (headingEnd > start) {
      runs.add(new SectionRun(start, headingEnd, section, true));
    }
    if (headingEnd < end) {
      runs.add(new SectionRun(headingEnd, end, section, false));
    }
  }
}
