package dev.arag.index.internal.vector;

/** Receives the scores of rows for one query in ascending order of the rows. */
@FunctionalInterface
public interface ScoreCollector {
  void add(long row, float score);

  /**
   * Receives bounds of the score of a row instead of its score. The rows of this method and of
   * {@link #add} together are in ascending order.
   *
   * @return false if the collector does not accept bounds; the caller then adds the score
   */
  default boolean addBounds(long row, float lower, float upper) {
    return false;
  }

  /**
   * Returns the lowest score that can still affect the result. Rows with lower scores may be
   * skipped. The floor may rise when scores are added but never falls.
   */
  default float floor() {
    return Float.NEGATIVE_INFINITY;
  }
}
