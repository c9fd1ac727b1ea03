package dev.arag.core.corpus;

import dev.arag.core.internal.fold.WordEdges;
import java.util.Arrays;

/**
 * How often each keyword of a query occurs in one text, not counting overlaps, and whether any of
 * those occurrences is a whole word. A search fills one again and again, for text after text. Safe
 * for use by several threads while none fills it.
 */
public final class Occurrences {
  private final int[] counts;
  private int whole;

  /**
   * None yet.
   *
   * @param keywords how many the query has, at most {@value KeywordQuery#MAX_KEYWORDS}
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
   * @param keyword its place in {@link KeywordQuery#keywords()}
   * @param count at least 0
   * @param isWhole whether one of them stands as a whole word
   */
  public void add(int keyword, int count, boolean isWhole) {
    counts[keyword] += count;
    whole |= isWhole ? 1 << keyword : 0;
  }

  /** Forgets all, for the next text. */
  public void clear() {
    Arrays.fill(counts, 0);
    whole = 0;
  }

  /** Occurrences of the keyword at this place in {@link KeywordQuery#keywords()}. */
  public int count(int keyword) {
    return counts[keyword];
  }

  /** Whether one of them stands as a whole word. */
  public boolean isWhole(int keyword) {
    return (whole >>> keyword & 1) != 0;
  }

  /** The keywords that stand as whole words, as a bit set. */
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
