package dev.arag.core.corpus;

import dev.arag.core.internal.fold.WordEdges;

/**
 * How often each keyword of a query occurs in one text, not counting overlaps, and whether any of
 * those occurrences is a whole word. Safe for use by several threads once handed out.
 */
public final class Occurrences {
  private final int[] counts;
  private final boolean[] whole;

  Occurrences(int keywords) {
    counts = new int[keywords];
    whole = new boolean[keywords];
  }

  void count(int keyword, String text, String wanted) {
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
      counts[keyword]++;
      whole[keyword] |= WordEdges.isWhole(text, at, at + wanted.length());
    }
  }

  /** Occurrences of the keyword at this place in {@link KeywordQuery#keywords()}. */
  public int count(int keyword) {
    return counts[keyword];
  }

  /** Whether one of them stands as a whole word. */
  public boolean isWhole(int keyword) {
    return whole[keyword];
  }

  boolean isEmpty() {
    for (int count : counts) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }
}
