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
    List<Part> parts = new ArrayList<>();
    Part part = new Part();
    Placed tallest = null; // A superscript may come before the words beside it.
    for (Placed word : words) {
      if (tallest != null && !word.isBeside(tallest, SHARED)) {
        add(parts, part);
        part = new Part();
        tallest = null;
      }
      part.add(word);
      tallest = tallest == null || word.height() > tallest.height() ? word : tallest;
    }
    if (tallest != null) {
      add(parts, part);
    }
    return parts.stream().map(Part::row).toList();
  }

  /** Whether a word is a part of the dots between a text and its number. */
  private static boolean isLeader(Word word) {
    return word.text().chars().allMatch(each -> each == '.' || each == '…' || each == '·');
  }

  /** Adds a row. If it is drawn a little below the numbers or the label beside it, they are one. */
  private static void add(List<Part> parts, Part part) {
    Part above = parts.isEmpty() ? null : parts.get(parts.size() - 1);
    if (above != null && above.isBeside(part)) {
      part.words.forEach(above::add);
    } else {
      parts.add(part);
    }
  }

  /** The words of a row, and the box around them. */
  private static final class Part {
    private final List<Placed> words = new ArrayList<>();
    private float left = Float.MAX_VALUE;
    private float top = Float.MAX_VALUE;
    private float right = -Float.MAX_VALUE;
    private float bottom = -Float.MAX_VALUE;

    void add(Placed placed) {
      words.add(placed);
      left = Math.min(left, placed.word().left());
      top = Math.min(top, placed.word().top());
      right = Math.max(right, placed.word().right());
      bottom = Math.max(bottom, placed.word().bottom());
    }

    boolean isBeside(Part below) {
      return bottom - below.top > SHARED_PARTS * Math.min(bottom - top, below.bottom - below.top)
          && (right < below.left || below.right < left);
    }

    Row row() {
      BitSet lines = new BitSet();
      words.forEach(each -> lines.set(each.line()));
      return Row.of(words.stream().map(Placed::word).toList(), lines);
    }
  }
}
