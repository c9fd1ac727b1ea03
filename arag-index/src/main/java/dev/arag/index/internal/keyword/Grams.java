package dev.arag.index.internal.keyword;

import java.util.BitSet;

/**
 * Grams and their kinds, from which signatures are built. A gram is three successive characters, or
 * two if the first is U+2E80 or higher: words of those scripts are often not longer. A hash maps
 * each gram to one of {@link #KINDS} kinds. The length of a gram depends on its first character
 * only, so each gram of a keyword is a gram of every text that contains the keyword.
 */
final class Grams {
  static final int KIND_BITS = 15;
  static final int KINDS = 1 << KIND_BITS;

  private static final int FIRST_OF_TWO = 0x2E80;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Greater than all characters, so that no gram contains it. */
  private static final int NONE = Integer.MAX_VALUE;

  private Grams() {}

  /**
   * Sets the bits of the kinds of all grams of a text.
   *
   * @param kinds a bit for each kind
   */
  static void addKinds(String folded, long[] kinds) {
    int first = NONE;
    int second = NONE;
    int at = 0;
    while (at < folded.length()) {
      int third = folded.codePointAt(at);
      at += Character.charCount(third);
      if (first < FIRST_OF_TWO) {
        set(kinds, mix(mix(mix(0, first), second), third));
      }
      if (second >= FIRST_OF_TWO && second != NONE) {
        set(kinds, mix(mix(0, second), third));
      }
      first = second;
      second = third;
    }
  }

  private static long mix(long hash, int character) {
    return (hash + character) * MULTIPLIER;
  }

  private static void set(long[] kinds, long hash) {
    int kind = (int) (hash >>> (Long.SIZE - KIND_BITS));
    kinds[kind / Long.SIZE] |= 1L << kind;
  }

  /** The kinds of the grams of a text, ascending; none if it is too short. */
  static int[] kinds(String folded) {
    long[] bits = new long[KINDS / Long.SIZE];
    addKinds(folded, bits);
    return BitSet.valueOf(bits).stream().toArray();
  }
}
