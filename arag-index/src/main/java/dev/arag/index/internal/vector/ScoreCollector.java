package dev.arag.index.internal.vector;

/** Receives the scores of rows for one query in ascending order of the rows. */
@FunctionalInterface
public interface ScoreCollector {
  void add(long row, float score);

  /**
   * Returns the lowest score that can still affect the result. Rows with lower scores may be
   * skipped. The floor may rise when scores are added but never falls.
   */
  default float floor() {
    return Float.NEGATIVE_INFINITY;
  }
}
