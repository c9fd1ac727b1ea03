package dev.arag.core.text;

import java.util.Comparator;

/**
 * The order of chunks in a corpus, which breaks all ties: document id by code point, then ordinal.
 */
public final class CorpusOrder {
  /** Compares the locations of chunks. */
  public static final Comparator<Location> BY_LOCATION =
      Comparator.comparing(Location::documentId, CorpusOrder::compareCodePoints)
          .thenComparingInt(Location::ordinal);

  private CorpusOrder() {}

  /**
   * Compares strings by Unicode code point. The result is the same as for their UTF-8 bytes, but
   * differs from {@code String.compareTo} for surrogates.
   */
  public static int compareCodePoints(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /**
   * Ranks surrogates above all other UTF-16 units, because they encode the code points above
   * U+FFFF.
   */
  private static int rank(char unit) {
    if (Character.isSurrogate(unit)) {
      return unit + 0x10000;
    }
    return unit;
  }
}
