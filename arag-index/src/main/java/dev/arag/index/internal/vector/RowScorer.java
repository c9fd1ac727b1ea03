package dev.arag.index.internal.vector;

/**
 * Computes exact scores of rows for one query, after a fast test that rules out most rows.
 * Immutable.
 */
final class RowScorer {
  /**
   * Above the highest score of two vectors of length 1, rounding included. A higher one means a
   * damaged row.
   */
  private static final float MAX_SCORE = 1.001f;

  private final Kernel kernel;
  private final float[] query;
  private final double errorBound;

  RowScorer(Kernel kernel, float[] query) {
    this.kernel = kernel;
    this.query = query;
    this.errorBound = kernel.errorBound(query.length);
  }

  /**
   * Reports the score of a row unless it is below the floor.
   *
   * @param rows the file of the row, for messages
   * @param values contains the row, beginning at start
   */
  void score(VectorReader rows, long row, float[] values, int start, ScoreCollector scores) {
    if (mayReach(scores.floor(), values, start)) {
      float score = exact(values, start);
      if (!isPossible(score)) {
        throw rows.notUnit(row);
      }
      scores.add(row, score);
    }
  }

  /**
   * Whether the exact score can reach a floor. Also true for scores impossible for vectors of
   * length 1, so that the exact score reveals the damage.
   */
  private boolean mayReach(float floor, float[] rows, int start) {
    if (floor == Float.NEGATIVE_INFINITY) {
      return true;
    }
    float approximate = kernel.dot(query, rows, start);
    return !(approximate + errorBound < floor && isPossible(approximate));
  }

  /** The exact score. */
  private float exact(float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }

  private static boolean isPossible(float score) {
    return Math.abs(score) <= MAX_SCORE;
  }
}
