package dev.arag.index.split;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a document at its section marks, and sets heading lines apart. */
final class SectionRuns {
  private final String text;
  private final List<Section> sections;
  private int next;
  private @Nullable Section current;

  SectionRuns(Document document) {
    text = document.text();
    sections = document.sections();
  }

  /** The passages between two offsets. Ranges are asked for in text order. */
  List<SectionRun> within(int from, int to) {
    List<SectionRun> passages = new ArrayList<>();
    int start = from;
    while (start < to) {
      boolean opens = next < sections.size() && sections.get(next).offset() <= start;
      if (opens) {
        current = sections.get(next++);
        continue;
      }
      int end = next < sections.size() ? Math.min(to, sections.get(next).offset()) : to;
      addSection(start, end, passages);
      start = end;
    }
    return passages;
  }

  private void addSection(int start, int end, List<SectionRun> passages) {
    Section section = current;
    int headingEnd = section == null ? start : HeadingLine.end(text, section, start, end);
    if (headingEnd > start) {
      passages.add(new SectionRun(start, headingEnd, section, true));
    }
    if (headingEnd < end) {
      passages.add(new SectionRun(headingEnd, end, section, false));
    }
  }
}
