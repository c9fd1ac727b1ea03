package dev.arag.index.internal.vector;

/** Receives the scores of rows for one query, in row order. */
@FunctionalInterface
public interface ScoreCollector {
  void add(long row, float score);

  /**
   * The lowest score that still matters; lower ones may be skipped. May rise when scores are added,
   * never falls.
   */
  default float floor() {
    return Float.NEGATIVE_INFINITY;
  }
}
