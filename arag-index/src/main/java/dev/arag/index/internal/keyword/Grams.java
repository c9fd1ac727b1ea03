package dev.arag.index.internal.keyword;

import java.util.BitSet;

/**
 * Splits texts into grams, from which signatures are built. A gram consists of three successive
 * characters. If its first character is U+2E80 or higher, a gram has only two characters, because
 * many words of these scripts have only two. A hash maps each gram to one of {@link #KINDS} kinds.
 * The length of a gram depends only on its first character. Therefore every text that contains a
 * keyword also contains all grams of the keyword.
 */
final class Grams {
  static final int KIND_BITS = 15;
  static final int KINDS = 1 << KIND_BITS;

  private static final int FIRST_OF_TWO = 0x2E80;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Stands for a missing character at the start of a text. Greater than every code point. */
  private static final int NONE = Integer.MAX_VALUE;

  private Grams() {}

  /**
   * Sets the bit of the kind of each gram in a text.
   *
   * @param kinds the bit set to change, which has one bit for each kind
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

  /**
   * Returns the kinds of all grams in a text, in ascending order; empty if the text is too short.
   */
  static int[] kinds(String folded) {
    long[] bits = new long[KINDS / Long.SIZE];
    addKinds(folded, bits);
    return BitSet.valueOf(bits).stream().toArray();
  }
}
