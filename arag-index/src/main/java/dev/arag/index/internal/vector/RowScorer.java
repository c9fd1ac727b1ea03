package dev.arag.index.internal.vector;

/** Computes exact scores of rows for one query. A fast test first excludes most rows. Immutable. */
final class RowScorer {
  /**
   * Larger than any possible score of two vectors of length 1, including rounding errors. A higher
   * score means that the row is damaged.
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
   * Adds the score of a row to a collector unless the score is below the floor.
   *
   * @param rows the file that contains the row, for use in messages
   * @param values an array that contains the row, beginning at index {@code start}
   */
  void score(VectorReader rows, long row, float[] values, int start, ScoreCollector scores) {
    if (mayReach(scores.floor(), values, start)) {
      float score = exact(query, values, start);
      if (!isPossible(score)) {
        throw rows.notUnit(row);
      }
      scores.add(row, score);
    }
  }

  /**
   * Returns whether the exact score can reach a floor. Also returns true if the approximate score
   * is impossible for vectors of length 1, so that the caller computes the exact score and detects
   * the damage.
   */
  private boolean mayReach(float floor, float[] rows, int start) {
    if (floor == Float.NEGATIVE_INFINITY) {
      return true;
    }
    float approximate = kernel.dot(query, rows, start);
    return !(approximate + errorBound < floor && isPossible(approximate));
  }

  /** Returns the exact score of a row. */
  private static float exact(float[] query, float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }

  /**
   * Returns the exact score of a row.
   *
   * @throws dev.arag.core.error.CorruptIndexException if the score is impossible
   */
  static float score(VectorReader rows, long row, float[] query) {
    float[] values = new float[query.length];
    rows.read(row, values, 1);
    float score = exact(query, values, 0);
    if (!isPossible(score)) {
      throw rows.notUnit(row);
    }
    return score;
  }

  private static boolean isPossible(float score) {
    return Math.abs(score) <= MAX_SCORE;
  }
}
