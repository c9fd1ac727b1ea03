package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Groups the words of a page into rows, from top to bottom. */
final class PageRows {
  /** Pages with more words are not searched for tables. */
  private static final int MAX_WORDS = 20_000;

  /** Words of a row share at least this part of the height of the smaller one. */
  private static final float SHARED = 0.55f;

  /** The parts of a row that are not drawn at the same height share at least this part of it. */
  private static final float SHARED_PARTS = 0.25f;

  private PageRows() {}

  private record Placed(Word word, int line) {
    float middle() {
      return (word.top() + word.bottom()) / 2;
    }

    float height() {
      return word.bottom() - word.top();
    }

    boolean isBeside(Placed other, float part) {
      float shared =
          Math.min(word.bottom(), other.word.bottom()) - Math.max(word.top(), other.word.top());
      return shared >= part * Math.min(height(), other.height());
    }
  }

  /** Whether a page has few enough words. */
  static boolean isSearched(PageContent page) {
    return page.lines().stream().mapToLong(line -> line.words().size()).sum() <= MAX_WORDS;
  }

  static List<Row> of(PageContent page) {
    if (!isSearched(page)) {
      return List.of();
    }
    List<Placed> words = new ArrayList<>();
    for (int i = 0; i < page.lines().size(); i++) {
      for (Word word : page.lines().get(i).words()) {
        if (!isLeader(word)) {
          words.add(new Placed(word, i));
        }
      }
    }
    words.sort(Comparator.comparingDouble(Placed::middle));
    List<Row> rows = new ArrayList<>();
    List<Placed> row = new ArrayList<>();
    Placed tallest = null; // A superscript may come before the words beside it.
    for (Placed word : words) {
      if (tallest != null && !word.isBeside(tallest, SHARED)) {
        add(rows, row);
        row.clear();
        tallest = null;
      }
      row.add(word);
      tallest = tallest == null || word.height() > tallest.height() ? word : tallest;
    }
    if (!row.isEmpty()) {
      add(rows, row);
    }
    return rows;
  }

  /** Whether a word is a part of the dots between a text and its number. */
  private static boolean isLeader(Word word) {
    return word.text().chars().allMatch(each -> each == '.' || each == '…' || each == '·');
  }

  /** Adds a row. If it is drawn a little below the numbers or the label beside it, they are one. */
  private static void add(List<Row> rows, List<Placed> placed) {
    BitSet lines = new BitSet();
    placed.forEach(each -> lines.set(each.line()));
    Row row = Row.of(placed.stream().map(Placed::word).toList(), lines);
    Row above = rows.isEmpty() ? null : rows.get(rows.size() - 1);
    if (above != null
        && above.bottom() - row.top() > SHARED_PARTS * Math.min(above.height(), row.height())
        && (above.right() < row.left() || row.right() < above.left())) {
      rows.set(rows.size() - 1, above.join(row));
    } else {
      rows.add(row);
    }
  }
}
