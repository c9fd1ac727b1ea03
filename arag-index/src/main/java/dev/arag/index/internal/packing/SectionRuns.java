package dev.arag.index.internal.packing;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.text.TableHeaders;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.TableHeader;
import dev.arag.index.internal.split.Characters;
import dev.arag.index.internal.split.SentenceFinder;
import dev.arag.index.internal.split.TextSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a document at section boundaries and separates heading lines and tables from text. */
public final class SectionRuns {
  /** The maximum length of a sentence that introduces a table, in UTF-16 units. */
  private static final int MAX_INTRODUCTION = 300;

  /** The length of the text above a table in which that sentence is looked for, in UTF-16 units. */
  private static final int MAX_LOOK_BACK = 2_000;

  /** The maximum length of a line that is the title of a table, in UTF-16 units. */
  private static final int MAX_TITLE = 100;

  private final String text;
  private final SentenceFinder finder;
  private final List<Heading> headings;
  private final List<Table> tables;
  private int next;
  private @Nullable Heading current;
  private int nextTable;
  private @Nullable TableHeader header;

  SectionRuns(Document document, SentenceFinder finder) {
    text = document.text();
    this.finder = finder;
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
      if (header == null) {
        header = header(start, table);
      }
      addText(start, header.offset(), runs);
      start = Math.max(start, header.offset());
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

  /**
   * Returns the header of a table. It begins with the sentence or title in the line above the
   * table, if that line introduces the table.
   */
  private TableHeader header(int from, Table table) {
    TableHeader own = TableHeaders.of(text, table);
    int start = Math.min(from, table.offset());
    int after = current == null ? start : SectionHeading.end(text, current, start, table.offset());
    int end = Characters.trim(text, after, table.offset()).end();
    if (!hasLineBreak(end, table.offset())) {
      return own;
    }
    List<TextSpan> above = finder.find(Math.max(after, end - MAX_LOOK_BACK), end);
    if (above.isEmpty() || !introduces(above.get(above.size() - 1))) {
      return own;
    }
    int first = above.get(above.size() - 1).start();
    TableHeader whole = TableHeaders.of(text, new Table(first, own.end(), table.end()));
    return whole.end() == own.end() ? whole : own;
  }

  private boolean hasLineBreak(int from, int to) {
    return text.substring(from, to).codePoints().anyMatch(CharacterClass::isLineBreak);
  }

  /** Whether a sentence of one line ends with a colon, or a line of its own is a title. */
  private boolean introduces(TextSpan sentence) {
    char last = text.charAt(sentence.end() - 1);
    boolean isLine = sentence.start() == 0 || hasLineBreak(sentence.start() - 1, sentence.start());
    boolean isTitle = last == ')' || CharacterClass.isLetter(last);
    return sentence.length() <= MAX_INTRODUCTION
        && (last == ':' || last == '：' || (isTitle && isLine && sentence.length() <= MAX_TITLE))
        && !hasLineBreak(sentence.start(), sentence.end());
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
