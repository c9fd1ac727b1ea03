package dev.arag.core.internal.fold;

import java.util.Arrays;

/**
 * A sequence of code points that is normalized as a unit. Every operation takes time linear in the
 * length of the sequence, even if the sequence contains thousands of marks.
 */
final class CombiningSequence {
  /**
   * Runs of marks up to this length are sorted by insertion. Longer runs are sorted by counting,
   * because insertion sort takes quadratic time.
   */
  private static final int SHORT_RUN = 12;

  private final FoldTables tables;
  private int[] codePoints = new int[32];
  private int[] work = new int[32];
  private int length;

  CombiningSequence(FoldTables tables) {
    this.tables = tables;
  }

  void clear() {
    length = 0;
  }

  int length() {
    return length;
  }

  int codePoint(int index) {
    return codePoints[index];
  }

  void append(int codePoint) {
    if (length == codePoints.length) {
      codePoints = Arrays.copyOf(codePoints, length * 2);
    }
    codePoints[length++] = codePoint;
  }

  /** Normalizes the sequence to NFC and returns whether the sequence changed. */
  boolean normalize() {
    int[] before = codePoints;
    int lengthBefore = length;
    decompose();
    order();
    compose();
    return !Arrays.equals(before, 0, lengthBefore, codePoints, 0, length);
  }

  /** Folds each code point and returns whether any code point changed. */
  boolean fold() {
    boolean changed = false;
    for (int i = 0; i < length; i++) {
      int codePoint = codePoints[i];
      codePoints[i] = tables.fold(codePoint, tables.word(codePoint));
      changed |= codePoints[i] != codePoint;
    }
    return changed;
  }

  /** Removes diacritics. Afterwards, the sequence is in NFC. */
  void dropDiacritics() {
    int count = length;
    int[] from = swap();
    for (int i = 0; i < count; i++) {
      appendPlain(from[i]);
    }
    order();
    compose();
  }

  private void appendPlain(int codePoint) {
    int[] parts = tables.decomposition(codePoint);
    if (parts == null) {
      appendPlainPart(codePoint);
      return;
    }
    for (int part : parts) {
      appendPlainPart(part);
    }
  }

  private void appendPlainPart(int codePoint) {
    if ((tables.word(codePoint) & FoldTables.ACCENTED) == 0) {
      append(codePoint);
      return;
    }
    String plain = PlainLetters.of(codePoint);
    for (int i = 0; plain != null && i < plain.length(); i++) {
      append(plain.charAt(i));
    }
  }

  private void decompose() {
    int count = length;
    int[] from = swap();
    for (int i = 0; i < count; i++) {
      appendDecomposed(from[i]);
    }
  }

  /**
   * Clears the sequence and returns its previous code points, which remain valid until the next
   * swap.
   */
  private int[] swap() {
    int[] from = codePoints;
    codePoints = work;
    work = from;
    length = 0;
    return from;
  }

  private void appendDecomposed(int codePoint) {
    int[] parts = tables.decomposition(codePoint);
    if (parts == null) {
      append(codePoint);
      return;
    }
    for (int part : parts) {
      append(part);
    }
  }

  private void order() {
    int from = 0;
    while (from < length) {
      int to = from;
      while (to < length && tables.combiningClass(codePoints[to]) != 0) {
        to++;
      }
      sort(from, to);
      from = to + 1;
    }
  }

  private void sort(int from, int to) {
    if (to - from > SHORT_RUN) {
      sortByCounting(from, to);
      return;
    }
    for (int i = from + 1; i < to; i++) {
      int mark = codePoints[i];
      int markClass = tables.combiningClass(mark);
      int place = i;
      while (place > from && tables.combiningClass(codePoints[place - 1]) > markClass) {
        codePoints[place] = codePoints[place - 1];
        place--;
      }
      codePoints[place] = mark;
    }
  }

  private void sortByCounting(int from, int to) {
    int[] starts = new int[257];
    for (int i = from; i < to; i++) {
      starts[tables.combiningClass(codePoints[i]) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] run = Arrays.copyOfRange(codePoints, from, to);
    for (int mark : run) {
      codePoints[from + starts[tables.combiningClass(mark)]++] = mark;
    }
  }

  private void compose() {
    int starter = -1;
    int lastClass = -1;
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int codePoint = codePoints[i];
      int combiningClass = tables.combiningClass(codePoint);
      if (starter >= 0 && lastClass < combiningClass) {
        int composite = tables.compose(codePoints[starter], codePoint);
        if (composite >= 0) {
          codePoints[starter] = composite;
          continue;
        }
      }
      if (combiningClass == 0) {
        starter = kept;
        lastClass = -1;
      } else {
        lastClass = combiningClass;
      }
      codePoints[kept++] = codePoint;
    }
    length = kept;
  }
}
