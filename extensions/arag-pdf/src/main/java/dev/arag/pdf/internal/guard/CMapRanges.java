package dev.arag.pdf.internal.guard;

import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessRead;

/**
 * Counts the entries of a font's character map. A range of twenty bytes can define four billion
 * entries, and PDFBox would add each of them to a map.
 */
final class CMapRanges {
  private static final int MAX_ENTRIES = 300_000;
  private static final String BEGIN = "beginbfrange";
  private static final String END = "endbfrange";

  private final RandomAccessRead in;
  private final StringBuilder word = new StringBuilder();
  private boolean inRanges;
  private int depth;
  private int place;
  private long first;
  private long entries;

  private CMapRanges(RandomAccessRead in) {
    this.in = in;
  }

  /**
   * Counts the entries that the ranges in a stream define. A stream that is not a character map has
   * no ranges and passes.
   *
   * @throws IOException if the ranges define too many entries
   */
  static void check(RandomAccessRead stream, WorkBudget budget) throws IOException {
    new CMapRanges(stream).check(budget);
  }

  private void check(WorkBudget budget) throws IOException {
    byte[] block = new byte[8192];
    boolean hex = false;
    for (int count = in.read(block, 0, block.length); count > 0; ) {
      for (int i = 0; i < count; i++) {
        hex = take((char) (block[i] & 0xFF), hex);
      }
      budget.throwIfInterrupted();
      count = in.read(block, 0, block.length);
    }
  }

  /** Returns whether the following bytes are inside a hexadecimal string. */
  private boolean take(char unit, boolean hex) throws IOException {
    if (hex && unit != '>') {
      append(unit);
      return true;
    }
    switch (unit) {
      case '<' -> word.setLength(0);
      case '>' -> endHex(hex);
      case '[' -> depth++;
      case ']' -> endArray();
      default -> takeLetter(unit);
    }
    return unit == '<';
  }

  private void append(char unit) {
    if (word.length() < 16) {
      word.append(unit);
    }
  }

  private void takeLetter(char unit) {
    if (unit >= 'a' && unit <= 'z') {
      append(unit);
      if (unit == 'e') {
        endWord();
      }
    } else {
      word.setLength(0);
    }
  }

  private void endWord() {
    if (word.toString().equals(BEGIN)) {
      inRanges = true;
      depth = 0;
      place = 0;
    } else if (word.toString().equals(END)) {
      inRanges = false;
    }
  }

  private void endArray() {
    depth = Math.max(0, depth - 1);
    if (depth == 0) {
      place = 0;
    }
  }

  /**
   * A range consists of three hexadecimal strings: first code, last code, value of the first code.
   */
  private void endHex(boolean hex) throws IOException {
    if (!hex || !inRanges || depth > 0) {
      return;
    }
    long code = code();
    if (place == 1) {
      entries += Math.max(0, code - first) + 1;
      if (entries > MAX_ENTRIES) {
        throw new IOException(
            "the character map of a font has more than " + MAX_ENTRIES + " entries");
      }
    }
    first = code;
    place = (place + 1) % 3;
  }

  private long code() {
    long code = 0;
    for (int i = 0; i < word.length(); i++) {
      int digit = Character.digit(word.charAt(i), 16);
      code = digit < 0 ? code : ((code << 4) | digit) & 0xFFFFFFFFL;
    }
    return code;
  }
}
