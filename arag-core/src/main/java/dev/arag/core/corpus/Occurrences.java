package dev.arag.core.corpus;

import dev.arag.core.internal.fold.WordEdges;
import java.util.Arrays;

/**
 * The number of non-overlapping occurrences of each keyword of a query in one text, and how many of
 * these occurrences are whole words. A search can reuse one object for many texts. Concurrent reads
 * are safe while no thread changes the object.
 */
public final class Occurrences {
  private final int[] counts;
  private final int[] wholeCounts;
  private int whole;

  /**
   * Creates an object with zero occurrences of each keyword.
   *
   * @param keywords the number of keywords in the query, at most {@value KeywordQuery#MAX_KEYWORDS}
   */
  public Occurrences(int keywords) {
    counts = new int[keywords];
    wholeCounts = new int[keywords];
  }

  void count(int keyword, String text, String wanted) {
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
      add(keyword, 1, WordEdges.isWhole(text, at, at + wanted.length()) ? 1 : 0);
    }
  }

  /**
   * Adds occurrences that were counted elsewhere.
   *
   * @param keyword the index of the keyword in {@link KeywordQuery#keywords()}
   * @param count the number of occurrences to add, at least 0
   * @param wholeCount the number of these occurrences that are whole words, at most {@code count}
   */
  public void add(int keyword, int count, int wholeCount) {
    counts[keyword] += count;
    wholeCounts[keyword] += wholeCount;
    whole |= wholeCount > 0 ? 1 << keyword : 0;
  }

  /** Sets all counts to zero. */
  public void clear() {
    Arrays.fill(counts, 0);
    Arrays.fill(wholeCounts, 0);
    whole = 0;
  }

  /** The number of occurrences of the keyword at this index in {@link KeywordQuery#keywords()}. */
  public int count(int keyword) {
    return counts[keyword];
  }

  /** The number of occurrences of the keyword at this index that are whole words. */
  public int wholeCount(int keyword) {
    return wholeCounts[keyword];
  }

  /** Whether any occurrence of the keyword at this index is a whole word. */
  public boolean isWhole(int keyword) {
    return wholeCounts[keyword] > 0;
  }

  /** The keywords that occur as whole words, as a bit set. */
  int whole() {
    return whole;
  }

  /** Whether any occurrence of any keyword is a whole word. */
  public boolean hasWhole() {
    return whole != 0;
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
