package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.ByteMatrixMultiplier;

/**
 * A query quantized to integers, and the bounds that follow for the score of a row.
 *
 * <p>A row x is sc + r: its codes c, the scale s of its tile and an error r of length at most ρ
 * ({@link TileQuantizer}). The query q is tv + f: integers v from -63 to 63 and an error f. Their
 * product is st(cv) + s(cf) + rq. Here cv is the product of c and the factor v + 64, minus 64 times
 * the sum of c; all of these are exact integers. By Cauchy-Schwarz the second summand is at most
 * (|x| + ρ)|f| and the third at most ρ|q|. The lengths of x and q are 1 within 10<sup>-6</sup>. The
 * score is rounded to float and the bound is computed in double: {@value #SLACK} exceeds both
 * errors (float rounding 6·10<sup>-8</sup>, double rounding below 10<sup>-9</sup> for rows of up to
 * {@value ByteMatrixMultiplier#MAX_LENGTH} numbers).
 */
final class QuantizedQuery {
  private static final int LARGEST = ByteMatrixMultiplier.MAX_FACTOR / 2;

  /** Makes every integer positive. */
  private static final int OFFSET = LARGEST + 1;

  /** Upper bound of the length of a vector. */
  static final double LENGTH = 1 + 1e-6;

  /** Upper bound of the rounding errors of a score and of its bound together. */
  static final double SLACK = 1e-6;

  private final byte[] factor;
  private final double unit;
  private final double residualFactor;
  private final double constant;

  QuantizedQuery(float[] query) {
    factor = new byte[query.length];
    unit = largest(query) / LARGEST;
    double squares = 0;
    for (int i = 0; i < query.length; i++) {
      int value = (int) Math.rint(query[i] / unit);
      factor[i] = (byte) (value + OFFSET);
      double difference = query[i] - unit * value;
      squares += difference * difference;
    }
    double error = Math.sqrt(squares) * LENGTH;
    residualFactor = LENGTH + error;
    constant = LENGTH * error + SLACK;
  }

  private static double largest(float[] query) {
    double largest = 0;
    for (float value : query) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /** The factor with which rows are multiplied. */
  byte[] factor() {
    return factor;
  }

  /**
   * The product of the query's integers and a row's codes.
   *
   * @param product of the row and the factor
   * @param sum of the row's codes
   */
  static int product(int product, int sum) {
    return product - OFFSET * sum;
  }

  /**
   * The smallest product with which the score of a row can reach a floor.
   *
   * @param scale of the row's tile
   * @param residual of the row's tile
   * @return {@link Integer#MIN_VALUE} if no bound is known
   */
  int least(float floor, float scale, float residual) {
    double least = (floor - residual * residualFactor - constant) / (scale * unit);
    // NaN proves nothing.
    return least > Integer.MIN_VALUE ? (int) Math.ceil(least) : Integer.MIN_VALUE;
  }
}
