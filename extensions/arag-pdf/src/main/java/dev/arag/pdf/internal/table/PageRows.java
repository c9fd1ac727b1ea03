package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Groups the words of a page into rows, from top to bottom. */
final class PageRows {
  /** Pages with more words are not searched for tables. */
  private static final int MAX_WORDS = 20_000;

  private PageRows() {}

  private record Placed(Word word, int line) {
    float middle() {
      return (word.top() + word.bottom()) / 2;
    }
  }

  static List<Row> of(PageContent page) {
    List<Placed> words = new ArrayList<>();
    for (int i = 0; i < page.lines().size(); i++) {
      TextLine line = page.lines().get(i);
      for (Word word : line.words()) {
        words.add(new Placed(word, i));
      }
    }
    if (words.size() > MAX_WORDS) {
      return List.of();
    }
    words.sort(Comparator.comparingDouble(Placed::middle));
    List<Row> rows = new ArrayList<>();
    List<Placed> row = new ArrayList<>();
    float top = 0;
    float bottom = 0;
    for (Placed each : words) {
      Word word = each.word();
      float shared = Math.min(bottom, word.bottom()) - Math.max(top, word.top());
      // A superscript shares a part of its height with the words beside it.
      if (!row.isEmpty() && shared < 0.5f * Math.min(bottom - top, word.bottom() - word.top())) {
        rows.add(row(row));
        row.clear();
      }
      top = row.isEmpty() ? word.top() : Math.min(top, word.top());
      bottom = row.isEmpty() ? word.bottom() : Math.max(bottom, word.bottom());
      row.add(each);
    }
    if (!row.isEmpty()) {
      rows.add(row(row));
    }
    return rows;
  }

  private static Row row(List<Placed> placed) {
    BitSet lines = new BitSet();
    placed.forEach(each -> lines.set(each.line()));
    return Row.of(placed.stream().map(Placed::word).toList(), lines);
  }
}
