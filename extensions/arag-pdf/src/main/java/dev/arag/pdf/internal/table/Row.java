package dev.arag.pdf.internal.table;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Words of a page that stand side by side.
 *
 * @param segments from left to right
 * @param lines the indexes of the lines that the words come from
 */
record Row(List<Segment> segments, float top, float bottom, BitSet lines) {
  /** A wider gap separates cells, as a multiple of the font size. */
  private static final float GAP = 0.8f;

  static Row of(List<Word> words, BitSet lines) {
    List<Word> sorted = new ArrayList<>(words);
    sorted.sort(Comparator.comparingDouble(Word::left));
    List<Segment> segments = new ArrayList<>();
    List<Word> segment = new ArrayList<>();
    boolean isSignFirst = isSignFirst(sorted);
    float right = 0;
    for (Word word : sorted) {
      boolean isNext = isSignFirst && isSign(word) && endsWithDigit(segment);
      if (!segment.isEmpty() && (isNext || word.left() - right > GAP * word.fontSize())) {
        segments.add(Segment.of(segment));
        segment.clear();
      }
      segment.add(word);
      right = segment.size() == 1 ? word.right() : Math.max(right, word.right());
    }
    segments.add(Segment.of(segment));
    return new Row(
        withoutNoteMarks(joinSigns(segments)),
        (float) words.stream().mapToDouble(Word::top).min().orElseThrow(),
        (float) words.stream().mapToDouble(Word::bottom).max().orElseThrow(),
        lines);
  }

  /** In names of columns, (1) is the mark of a note and no number. */
  private static List<Segment> withoutNoteMarks(List<Segment> segments) {
    boolean isNames =
        segments.stream().skip(1).anyMatch(Segment::isText)
            && segments.stream().skip(1).allMatch(each -> each.isText() || each.isNoteMark());
    return isNames
        ? segments.stream().map(each -> each.isNoteMark() ? each.asText() : each).toList()
        : segments;
  }

  /** Whether currency signs precede their numbers. */
  private static boolean isSignFirst(List<Word> words) {
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (isSign(word)) {
        return true;
      }
      if (i > 0 && CharacterClass.isDigit(word.text().charAt(0))) {
        return false;
      }
    }
    return false;
  }

  private static boolean isSign(Word word) {
    return word.text().length() == 1 && "$€£¥₹".contains(word.text());
  }

  private static boolean endsWithDigit(List<Word> words) {
    String last = words.isEmpty() ? " " : words.get(words.size() - 1).text();
    char end = last.charAt(last.length() - 1);
    return CharacterClass.isDigit(end) || end == ')' || end == '%' || end == '—' || end == '–';
  }

  /** Joins signs such as $ and % with their number. */
  private static List<Segment> joinSigns(List<Segment> segments) {
    List<Segment> joined = new ArrayList<>();
    Segment sign = null;
    for (Segment each : segments) {
      Segment next = each;
      if (sign != null) {
        if (each.isText()) {
          joined.add(sign);
        } else {
          next = sign.join(each);
        }
        sign = null;
      }
      boolean isAfterValue =
          !joined.isEmpty() && joined.get(joined.size() - 1).kind() == Segment.Kind.VALUE;
      if (next.isAfterNumber() && isAfterValue) {
        joined.set(joined.size() - 1, joined.get(joined.size() - 1).join(next));
      } else if (next.isBeforeNumber() && next.text().matches(".*[($€£¥₹].*")) {
        sign = next;
      } else {
        joined.add(next);
      }
    }
    if (sign != null) {
      joined.add(sign);
    }
    return joined;
  }

  /** The text of the last segment. */
  String text() {
    return segments.get(segments.size() - 1).text();
  }

  float left() {
    return segments.get(0).left();
  }

  float right() {
    return segments.get(segments.size() - 1).right();
  }

  float height() {
    return bottom - top;
  }

  /** The largest font size, in points. */
  float fontSize() {
    return (float)
        segments.stream()
            .flatMap(each -> each.words().stream())
            .mapToDouble(Word::fontSize)
            .max()
            .orElseThrow();
  }

  /** The left edge of the first number beside a text; infinite if there is none. */
  float firstValue() {
    for (int i = 1; i < segments.size(); i++) {
      if (segments.get(i).kind() == Segment.Kind.VALUE) {
        return segments.get(i).core().left();
      }
    }
    return Float.MAX_VALUE;
  }

  boolean hasValueRightOf(PageTable.Column column) {
    return segments.stream()
        .anyMatch(
            each ->
                each.kind() == Segment.Kind.VALUE
                    && each.core().left() > column.left() + 1
                    && !each.isIn(column));
  }

  long values() {
    return segments.stream().filter(each -> each.kind() == Segment.Kind.VALUE).count();
  }

  long numbers() {
    return segments.stream().filter(each -> !each.isText()).count();
  }

  boolean isSingle() {
    return segments.size() == 1;
  }
}
