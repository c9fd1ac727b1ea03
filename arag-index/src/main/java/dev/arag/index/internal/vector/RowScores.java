package dev.arag.index.internal.vector;

/**
 * Scores of rows against one query: exact ones, and a quick test that spares most rows the exact
 * one. For one thread.
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
   * Whether the exact score can be as high as a floor. Always so for what no vectors of length 1
   * can give: its exact score tells the damage.
   */
  boolean mayReach(float floor, float[] rows, int start) {
    if (floor == Float.NEGATIVE_INFINITY) {
      return true;
    }
    float near = kernel.dot(query, rows, start);
    return !(near + errorBound < floor && isPossible(near));
  }

  /** The score as the contract has it. */
  float exact(float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }

  static boolean isPossible(float score) {
    return Math.abs(score) <= HIGHEST;
  }
}
