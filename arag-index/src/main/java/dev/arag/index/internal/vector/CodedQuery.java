package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;
import java.nio.ByteBuffer;

/**
 * A query in whole numbers of two digits each, and what follows from them for a row's score.
 *
 * <p>Row x is sc + r, with its bytes c, its scale s and a rest r of length at most ρ ({@link
 * RowCode}); query q is tv + f, with whole numbers v = 128h + l - 8192 of digits h and l from 0 to
 * 127, and a rest f. So their product is st(cv) + s(cf) + rq, where cv is 128(ch) + cl - 8192 times
 * the sum of c, all exact in whole numbers; v is so small that cv fits 32 bits, whatever becomes of
 * its summands. By Cauchy-Schwarz the second summand is at most (|x| + ρ)|f| and the third at most
 * ρ|q|. Lengths of x and q are 1 within 10<sup>-6</sup>. The score itself is a rounded one, and
 * this bound is worked out in double: {@value #SLACK} is more than both can make (float rounding
 * 6·10<sup>-8</sup>, double rounding below 10<sup>-9</sup> for rows up to {@value
 * ByteProducts#MAX_LENGTH} numbers).
 */
final class CodedQuery {
  private static final int DIGIT_BITS = 7;

  private static final int BASE = 1 << DIGIT_BITS;

  /** Makes every whole number positive. */
  private static final int OFFSET_BITS = 2 * DIGIT_BITS - 1;

  private static final int OFFSET = 1 << OFFSET_BITS;

  /** What the length of a vector is at most. */
  static final double LENGTH = 1 + 1e-6;

  /** What the roundings of a score and of its bound are together at most. */
  static final double SLACK = 1e-6;

  private final byte[] high;
  private final byte[] low;
  private final double unit;
  private final double residualFactor;
  private final double constant;

  CodedQuery(float[] query) {
    high = new byte[query.length];
    low = new byte[query.length];
    unit = largest(query) / largestWhole(query.length);
    double squares = 0;
    for (int i = 0; i < query.length; i++) {
      int value = (int) Math.rint(query[i] / unit);
      high[i] = (byte) ((value + OFFSET) / BASE);
      low[i] = (byte) ((value + OFFSET) % BASE);
      double difference = query[i] - unit * value;
      squares += difference * difference;
    }
    double rest = Math.sqrt(squares) * LENGTH;
    residualFactor = LENGTH + rest;
    constant = LENGTH * rest + SLACK;
  }

  private static int largestWhole(int dimension) {
    return Math.min(OFFSET - 1, Integer.MAX_VALUE / (RowCode.LARGEST * dimension));
  }

  private static double largest(float[] query) {
    double largest = 0;
    for (float value : query) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /** The first digits of all numbers, then the second ones. */
  void put(ByteBuffer table) {
    table.put(high).put(low);
  }

  /** The product of the whole numbers with those of a row. */
  static int product(int highProduct, int lowProduct, int sum) {
    return (highProduct << DIGIT_BITS) + lowProduct - (sum << OFFSET_BITS);
  }

  /**
   * What a score cannot exceed. Neither can that of a row with a lower product, scale or residual,
   * where the product is not below 0.
   */
  double most(int product, float scale, float residual) {
    return scale * (unit * product) + (residual * residualFactor + constant);
  }
}
