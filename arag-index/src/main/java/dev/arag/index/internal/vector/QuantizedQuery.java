package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.ByteMatrixMultiplier;

/**
 * A query that is quantized to integers. The product of these integers and the codes of a row gives
 * an estimate of the score of the row, and a bound of the error of this estimate.
 *
 * <p>A row is x = sc + r, where c are its codes, s is the scale of its tile, and r is an error of
 * length at most ρ ({@link TileQuantizer}). The query is q = tv + f, where v are integers from -63
 * to 63, t is a scale, and f is an error. The dot product of x and q is st(cv) + s(cf) + rq. The
 * first term is computed exactly with integers: cv is the product of c and the factor v + 64, minus
 * 64 times the sum of c. By the Cauchy-Schwarz inequality, the second term is at most (|x| + ρ)|f|,
 * and the third term is at most ρ|q|. The lengths of x and q are 1 within 10<sup>-6</sup>.
 *
 * <p>The exact score is rounded to float, and the bound is computed in double. {@value #SLACK} is
 * larger than both rounding errors: 6·10<sup>-8</sup> for float, and less than 10<sup>-9</sup> for
 * double if rows have up to {@value ByteMatrixMultiplier#MAX_LENGTH} numbers.
 */
final class QuantizedQuery {
  private static final int LARGEST = ByteMatrixMultiplier.MAX_FACTOR / 2;

  /** Added to every integer to make it positive. */
  private static final int OFFSET = LARGEST + 1;

  /** An upper bound of the length of a vector. */
  static final double LENGTH = 1 + 1e-6;

  /** An upper bound of the total rounding error of a score and of its bound. */
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

  /** Returns the factor by which rows are multiplied. */
  byte[] factor() {
    return factor;
  }

  /**
   * Returns the product of the query's integers and the codes of a row.
   *
   * @param product the product of the codes and the factor
   * @param sum the sum of the codes
   */
  static int product(int product, int sum) {
    return product - OFFSET * sum;
  }

  /** Returns an estimate of the score of a row with a product. */
  double estimate(int product, float scale) {
    return scale * unit * product;
  }

  /** Returns the maximum difference between the estimate of a score and the exact score. */
  double error(float residual) {
    return residual * residualFactor + constant;
  }

  /**
   * Returns the smallest product for which a row can score at least a floor.
   *
   * @param scale the scale of the row's tile
   * @param residual the residual of the row's tile
   * @return the smallest product; {@link Integer#MIN_VALUE} if no bound is known
   */
  int least(float floor, float scale, float residual) {
    double least = (floor - error(residual)) / (scale * unit);
    // If the value is NaN, no bound is known, and the comparison is false.
    return least > Integer.MIN_VALUE ? (int) Math.ceil(least) : Integer.MIN_VALUE;
  }
}
