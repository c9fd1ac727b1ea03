package dev.arag.index.internal.keyword;

import java.util.BitSet;

/**
 * What a signature is made of. A gram is three characters that follow each other, or two where the
 * first is of the writings from U+2E80 on, in which a word is often no longer. Each is one of
 * {@link #KINDS} kinds. How long a gram is depends on nothing but its first character: so each gram
 * of a keyword is a gram of every text that holds the keyword.
 */
final class Grams {
  static final int KIND_BITS = 15;
  static final int KINDS = 1 << KIND_BITS;

  private static final int FIRST_OF_TWO = 0x2E80;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Beyond all characters, and thus in no gram. */
  private static final int NONE = Integer.MAX_VALUE;

  private Grams() {}

  /**
   * Marks the kinds of all grams of a text.
   *
   * @param marks a bit for each kind
   */
  static void mark(String folded, long[] marks) {
    int first = NONE;
    int second = NONE;
    int at = 0;
    while (at < folded.length()) {
      int third = folded.codePointAt(at);
      at += Character.charCount(third);
      if (first < FIRST_OF_TWO) {
        set(marks, mixed(mixed(mixed(0, first), second), third));
      }
      if (second >= FIRST_OF_TWO && second != NONE) {
        set(marks, mixed(mixed(0, second), third));
      }
      first = second;
      second = third;
    }
  }

  private static long mixed(long hash, int character) {
    return (hash + character) * MULTIPLIER;
  }

  private static void set(long[] marks, long hash) {
    int kind = (int) (hash >>> (Long.SIZE - KIND_BITS));
    marks[kind / Long.SIZE] |= 1L << kind;
  }

  /** The kinds of the grams of a text, ascending; none where it is too short. */
  static int[] kinds(String folded) {
    long[] marks = new long[KINDS / Long.SIZE];
    mark(folded, marks);
    return BitSet.valueOf(marks).stream().toArray();
  }
}
