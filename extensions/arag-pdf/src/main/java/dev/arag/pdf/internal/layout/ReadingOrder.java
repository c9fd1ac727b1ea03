package dev.arag.pdf.internal.layout;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the lines of a page into reading order. Drawing order is nearly always the reading order. It
 * is wrong if a page with columns is drawn row by row, or if lines are drawn above earlier lines of
 * the same column. Then positions decide: columns from left to right, and in a column from top to
 * bottom; a line across all columns ends the columns above it.
 */
final class ReadingOrder {
  /** The minimum width of the space between two columns, in points. */
  private static final float GUTTER = 9;

  /** The minimum number of lines of a column. */
  private static final int MIN_LINES = 4;

  /** At most one of this number of lines may be drawn across the space between two columns. */
  private static final int CROSSING = 4;

  private static final int MAX_COLUMNS_DEPTH = 4;

  /** The number of words and of letters that a line of prose has on average. */
  private static final int PROSE_WORDS = 4;

  private static final int PROSE_LETTERS = 18;

  /** Footnotes are smaller than this part of the usual size. */
  private static final float SMALL = 0.93f;

  private static final Comparator<TextLine> FROM_TOP =
      Comparator.comparingDouble(TextLine::top).thenComparingDouble(TextLine::left);

  private ReadingOrder() {}

  static List<TextLine> of(List<TextLine> drawn) {
    boolean plausible = isPlausible(drawn);
    Float gutter = gutter(drawn);
    List<TextLine> ordered =
        plausible && (gutter == null || !dividesLines(drawn, gutter))
            ? drawn
            : byPosition(drawn, 0);
    return footnotesLast(ordered);
  }

  /** Whether no line is drawn above an earlier line of the same column. */
  private static boolean isPlausible(List<TextLine> lines) {
    for (int i = 1; i < lines.size(); i++) {
      TextLine above = lines.get(i - 1);
      TextLine line = lines.get(i);
      float common = Math.min(above.right(), line.right()) - Math.max(above.left(), line.left());
      float narrow = Math.min(above.right() - above.left(), line.right() - line.left());
      if (line.bottom() < above.top() && common > narrow / 2) {
        return false;
      }
    }
    return true;
  }

  private static boolean dividesLines(List<TextLine> lines, float gutter) {
    return lines.stream().filter(line -> gap(line, gutter) > 0).count() >= MIN_LINES;
  }

  private static List<TextLine> byPosition(List<TextLine> lines, int depth) {
    Float gutter = depth == MAX_COLUMNS_DEPTH ? null : gutter(lines);
    List<TextLine> sorted = new ArrayList<>(lines);
    sorted.sort(FROM_TOP);
    if (gutter == null) {
      return rows(sorted);
    }
    List<TextLine> ordered = new ArrayList<>();
    List<TextLine> left = new ArrayList<>();
    List<TextLine> right = new ArrayList<>();
    for (TextLine line : sorted) {
      int words = gap(line, gutter);
      if (line.right() <= gutter) {
        left.add(line);
      } else if (line.left() >= gutter) {
        right.add(line);
      } else if (words > 0) {
        left.add(new TextLine(line.words().subList(0, words)));
        right.add(new TextLine(line.words().subList(words, line.words().size())));
      } else {
        addColumns(ordered, left, right, depth);
        ordered.add(line);
      }
    }
    addColumns(ordered, left, right, depth);
    return ordered;
  }

  private static void addColumns(
      List<TextLine> ordered, List<TextLine> left, List<TextLine> right, int depth) {
    ordered.addAll(byPosition(left, depth + 1));
    ordered.addAll(byPosition(right, depth + 1));
    left.clear();
    right.clear();
  }

  /** Orders the lines of each row from left to right. */
  private static List<TextLine> rows(List<TextLine> sorted) {
    List<TextLine> ordered = new ArrayList<>(sorted.size());
    int start = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || sorted.get(i).top() > middle(sorted.get(start))) {
        List<TextLine> row = new ArrayList<>(sorted.subList(start, i));
        row.sort(Comparator.comparingDouble(TextLine::left));
        ordered.addAll(row);
        start = i;
      }
    }
    return ordered;
  }

  private static float middle(TextLine line) {
    return (line.top() + line.bottom()) / 2;
  }

  /**
   * Returns the place between the two columns of the lines, or null if there is none. Both columns
   * are prose: otherwise they are columns of a table.
   */
  private static @Nullable Float gutter(List<TextLine> lines) {
    if (lines.size() < MIN_LINES) {
      return null;
    }
    Float gutter = emptiest(lines);
    return gutter != null && isProse(lines, gutter, true) && isProse(lines, gutter, false)
        ? gutter
        : null;
  }

  /** Returns the middle of the widest space that the fewest lines cross. */
  private static @Nullable Float emptiest(List<TextLine> lines) {
    List<float[]> spans = new ArrayList<>();
    float left = Float.MAX_VALUE;
    float right = -Float.MAX_VALUE;
    for (TextLine line : lines) {
      addSpans(line, spans);
      left = Math.min(left, line.left());
      right = Math.max(right, line.right());
    }
    float[] starts = new float[spans.size()];
    float[] ends = new float[spans.size()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = spans.get(i)[0];
      ends[i] = spans.get(i)[1];
    }
    Arrays.sort(starts);
    Arrays.sort(ends);
    Float best = null;
    int fewest = spans.size() / CROSSING + 1;
    float widest = 0;
    int started = 0;
    for (int ended = 1; ended < ends.length; ended++) {
      while (started < starts.length && starts[started] < ends[ended - 1]) {
        started++;
      }
      int crossing = started - ended;
      float next = Math.min(ends[ended], started < starts.length ? starts[started] : right);
      float width = next - ends[ended - 1];
      float middle = ends[ended - 1] + width / 2;
      boolean inside = middle - left > (right - left) / 5 && right - middle > (right - left) / 5;
      if (inside
          && width >= GUTTER
          && (crossing < fewest || (crossing == fewest && width > widest))) {
        best = middle;
        fewest = crossing;
        widest = width;
      }
    }
    return best;
  }

  /** Adds the parts of a line that wide spaces separate. */
  private static void addSpans(TextLine line, List<float[]> spans) {
    float[] span = {line.words().get(0).left(), line.words().get(0).right()};
    for (Word word : line.words()) {
      if (word.left() - span[1] >= GUTTER) {
        spans.add(span);
        span = new float[] {word.left(), word.right()};
      }
      span[0] = Math.min(span[0], word.left());
      span[1] = Math.max(span[1], word.right());
    }
    spans.add(span);
  }

  private static boolean isProse(List<TextLine> lines, float gutter, boolean onTheLeft) {
    int parts = 0;
    int words = 0;
    int letters = 0;
    int digits = 0;
    for (TextLine line : lines) {
      boolean crosses = line.left() < gutter && line.right() > gutter && gap(line, gutter) == 0;
      int before = words;
      for (Word word : crosses ? List.<Word>of() : line.words()) {
        if (word.left() < gutter == onTheLeft) {
          words++;
          letters += (int) word.text().codePoints().filter(CharacterClass::isLetter).count();
          digits += (int) word.text().codePoints().filter(CharacterClass::isDigit).count();
        }
      }
      parts += words > before ? 1 : 0;
    }
    return parts >= MIN_LINES
        && words >= PROSE_WORDS * parts
        && letters >= PROSE_LETTERS * parts
        && digits * 5 < letters;
  }

  /**
   * Returns the number of words before the gutter if a wide space of the line contains it, else 0.
   */
  private static int gap(TextLine line, float gutter) {
    List<Word> words = line.words();
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i - 1).right() <= gutter && words.get(i).left() >= gutter) {
        return words.get(i).left() - words.get(i - 1).right() >= GUTTER ? i : 0;
      }
    }
    return 0;
  }

  /** Moves footnotes of a column after the text of the columns that follow. */
  private static List<TextLine> footnotesLast(List<TextLine> lines) {
    float small = SMALL * usualSize(lines);
    List<TextLine> text = new ArrayList<>();
    List<TextLine> notes = new ArrayList<>();
    for (int i = 0; i < lines.size(); ) {
      int end = i;
      while (end < lines.size() && lines.get(end).fontSize() < small) {
        end++;
      }
      if (end > i && isFootnote(lines, i, end)) {
        notes.addAll(lines.subList(i, end));
      } else {
        end = Math.max(end, i + 1);
        text.addAll(lines.subList(i, end));
      }
      i = end;
    }
    text.addAll(notes);
    return text;
  }

  /** Whether small lines begin with a mark, and the next line is at another place of the page. */
  private static boolean isFootnote(List<TextLine> lines, int start, int end) {
    TextLine first = lines.get(start);
    String mark = first.words().get(0).text();
    boolean marked =
        mark.length() <= 3
            && first.words().size() > 1
            && !CharacterClass.isLetter(mark.codePointAt(0));
    return marked && end < lines.size() && lines.get(end).bottom() < first.top();
  }

  /** Returns the size that most characters have, in points. */
  private static float usualSize(List<TextLine> lines) {
    FontSizes sizes = new FontSizes();
    lines.forEach(sizes::add);
    return sizes.usual();
  }
}
