package dev.arag.core.corpus;

import dev.arag.core.internal.fold.WordEdges;
import java.util.Arrays;

/**
 * The number of non-overlapping occurrences of each keyword of a query in one text, and whether one
 * of them is a whole word. A search reuses one object for many texts. Safe for use by several
 * threads while none changes it.
 */
public final class Occurrences {
  private final int[] counts;
  private int whole;

  /**
   * Starts with zero occurrences.
   *
   * @param keywords the number of keywords in the query, at most {@value KeywordQuery#MAX_KEYWORDS}
   */
  public Occurrences(int keywords) {
    counts = new int[keywords];
  }

  void count(int keyword, String text, String wanted) {
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
      add(keyword, 1, isWhole(keyword) || WordEdges.isWhole(text, at, at + wanted.length()));
    }
  }

  /**
   * Adds occurrences that were counted elsewhere.
   *
   * @param keyword its index in {@link KeywordQuery#keywords()}
   * @param count at least 0
   * @param isWhole whether one of them is a whole word
   */
  public void add(int keyword, int count, boolean isWhole) {
    counts[keyword] += count;
    whole |= isWhole ? 1 << keyword : 0;
  }

  /** Sets all counts to zero. */
  public void clear() {
    Arrays.fill(counts, 0);
    whole = 0;
  }

  /** The number of occurrences of the keyword at this index in {@link KeywordQuery#keywords()}. */
  public int count(int keyword) {
    return counts[keyword];
  }

  /** Whether one of the occurrences is a whole word. */
  public boolean isWhole(int keyword) {
    return (whole >>> keyword & 1) != 0;
  }

  /** The keywords that occur as whole words, as a bit set. */
  int whole() {
    return whole;
  }

  /** Whether no keyword occurs. */
  public boolean isEmpty() {
    for (int count : counts) {
      if (count > 0) {
        return false;
      }
    }
    return true;
  }
}
