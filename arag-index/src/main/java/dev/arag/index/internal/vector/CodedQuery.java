package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;

/**
 * A query in whole numbers, and what follows from them for a row's score.
 *
 * <p>Row x is sc + r, with its bytes c, the scale s of its tile and a rest r of length at most ρ
 * ({@link TileCode}); query q is tv + f, with whole numbers v from -63 to 63 and a rest f. So their
 * product is st(cv) + s(cf) + rq, where cv is the product of c with the factor v + 64, less 64
 * times the sum of c, all exact in whole numbers. By Cauchy-Schwarz the second summand is at most
 * (|x| + ρ)|f| and the third at most ρ|q|. Lengths of x and q are 1 within 10<sup>-6</sup>. The
 * score itself is a rounded one, and what follows is worked out in double: {@value #SLACK} is more
 * than both can make (float rounding 6·10<sup>-8</sup>, double rounding below 10<sup>-9</sup> for
 * rows up to {@value ByteProducts#MAX_LENGTH} numbers).
 */
final class CodedQuery {
  private static final int LARGEST = ByteProducts.MOST / 2;

  /** Makes every whole number positive. */
  private static final int OFFSET = LARGEST + 1;

  /** What the length of a vector is at most. */
  static final double LENGTH = 1 + 1e-6;

  /** What the roundings of a score and of its bound are together at most. */
  static final double SLACK = 1e-6;

  private final byte[] factor;
  private final double unit;
  private final double residualFactor;
  private final double constant;

  CodedQuery(float[] query) {
    factor = new byte[query.length];
    unit = largest(query) / LARGEST;
    double squares = 0;
    for (int i = 0; i < query.length; i++) {
      int value = (int) Math.rint(query[i] / unit);
      factor[i] = (byte) (value + OFFSET);
      double difference = query[i] - unit * value;
      squares += difference * difference;
    }
    double rest = Math.sqrt(squares) * LENGTH;
    residualFactor = LENGTH + rest;
    constant = LENGTH * rest + SLACK;
  }

  private static double largest(float[] query) {
    double largest = 0;
    for (float value : query) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /** What rows are multiplied with. */
  byte[] factor() {
    return factor;
  }

  /**
   * The product of the whole numbers with those of a row.
   *
   * @param product of the row with the factor
   * @param sum of the row
   */
  static int product(int product, int sum) {
    return product - OFFSET * sum;
  }

  /**
   * How low a product can be of a row whose score is not below a floor.
   *
   * @param scale of the row's tile
   * @param residual of the row's tile
   * @return the least of all whole numbers where nothing can be said
   */
  int least(float floor, float scale, float residual) {
    double least = (floor - residual * residualFactor - constant) / (scale * unit);
    // Not a number is no proof.
    return least > Integer.MIN_VALUE ? (int) Math.ceil(least) : Integer.MIN_VALUE;
  }
}
