package dev.arag.index.internal.vector;

/** Takes the scores of rows with one query, in row order. */
@FunctionalInterface
public interface Scores {
  void add(long row, float score);

  /**
   * What a score must reach to matter by now; rows below it may be left out. May rise when rows are
   * added, never fall.
   */
  default float floor() {
    return Float.NEGATIVE_INFINITY;
  }
}
