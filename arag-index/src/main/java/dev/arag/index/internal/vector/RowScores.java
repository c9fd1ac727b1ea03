package dev.arag.index.internal.vector;

/**
 * Scores of rows against one query: exact ones, and a quick test that spares most rows the exact
 * one. Immutable.
 */
final class RowScores {
  /**
   * More than float rounding can make of two vectors of length 1; what is above was not stored by
   * us.
   */
  private static final float HIGHEST = 1.001f;

  private final Kernel kernel;
  private final float[] query;
  private final double errorBound;

  RowScores(Kernel kernel, float[] query) {
    this.kernel = kernel;
    this.query = query;
    this.errorBound = kernel.errorBound(query.length);
  }

  /**
   * Hands on the score of a row that may reach the floor.
   *
   * @param rows where it is from, for messages
   * @param values holds the row from start on
   */
  void score(VectorReader rows, long row, float[] values, int start, Scores scores) {
    if (mayReach(scores.floor(), values, start)) {
      float score = exact(values, start);
      if (!isPossible(score)) {
        throw rows.notUnit(row);
      }
      scores.add(row, score);
    }
  }

  /**
   * Whether the exact score can be as high as a floor. Always so for what no vectors of length 1
   * can give: its exact score tells the damage.
   */
  private boolean mayReach(float floor, float[] rows, int start) {
    if (floor == Float.NEGATIVE_INFINITY) {
      return true;
    }
    float near = kernel.dot(query, rows, start);
    return !(near + errorBound < floor && isPossible(near));
  }

  /** The score as the contract has it. */
  private float exact(float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }

  private static boolean isPossible(float score) {
    return Math.abs(score) <= HIGHEST;
  }
}
