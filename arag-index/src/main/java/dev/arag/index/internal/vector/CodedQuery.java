package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;

/**
 * A query in whole numbers of two digits each, and what follows from them for a row's score.
 *
 * <p>Row x is s(u - 128) + r, with its bytes u, its scale s and a rest r of length at most ρ
 * ({@link RowCode}); query q is tv + f, with whole numbers v = 128h + l of digits h and l from -64
 * to 63, and a rest f. So their product is st(u - 128)v + s(u - 128)f + rq, where (u - 128)v is
 * 128(uh) + ul - 128 times the sum of v, all exact in whole numbers. By Cauchy-Schwarz the second
 * summand is at most (|x| + ρ)|f| and the third at most ρ|q|. Lengths of x and q are 1 within
 * 10<sup>-6</sup>. The score itself is a rounded one, and this bound is worked out in double:
 * {@value #SLACK} is more than both can make (float rounding 6·10<sup>-8</sup>, double rounding
 * below 10<sup>-9</sup> for rows up to {@value ByteProducts#MAX_LENGTH} numbers).
 */
final class CodedQuery {
  private static final int BASE = 128;
  private static final int LARGEST = BASE * ByteProducts.MOST;

  /** What the length of a vector is at most. */
  static final double LENGTH = 1 + 1e-6;

  /** What the roundings of a score and of its bound are together at most. */
  static final double SLACK = 1e-6;

  private final byte[] high;
  private final byte[] low;
  private final double unit;
  private final double shift;
  private final double rest;

  CodedQuery(float[] query) {
    high = new byte[query.length];
    low = new byte[query.length];
    unit = largest(query) / LARGEST;
    long sum = 0;
    double squares = 0;
    for (int i = 0; i < query.length; i++) {
      int value = (int) Math.rint(query[i] / unit);
      int digit = Math.floorDiv(value - ByteProducts.LEAST, BASE);
      high[i] = (byte) digit;
      low[i] = (byte) (value - BASE * digit);
      double difference = query[i] - unit * value;
      squares += difference * difference;
      sum += value;
    }
    shift = (double) RowCode.OFFSET * sum;
    rest = Math.sqrt(squares) * LENGTH;
  }

  private static double largest(float[] query) {
    double largest = 0;
    for (float value : query) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /**
   * Puts the digits into a table of several queries' digits.
   *
   * @param number of this query, from 0
   */
  void put(byte[] table, int number, int queries) {
    int columns = 2 * queries;
    for (int i = 0; i < high.length; i++) {
      table[i * columns + 2 * number] = high[i];
      table[i * columns + 2 * number + 1] = low[i];
    }
  }

  /** What a score cannot exceed. */
  double most(int highProduct, int lowProduct, float scale, float residual) {
    double product = (double) BASE * highProduct + lowProduct - shift;
    return scale * unit * product + residual * (LENGTH + rest) + (LENGTH * rest + SLACK);
  }
}
