package dev.arag.index.internal.vector;

/**
 * A fast, inexact dot product of floats. It only selects the rows that are scored exactly.
 *
 * <p><b>Error bound.</b> Let u = 2<sup>-24</sup>, the largest relative error of one float rounding,
 * and m the roundings that any one product goes through: at most one of its own, those of the
 * additions in its lane, and those of adding up the lanes. Then the computed sum is the sum of
 * q<sub>i</sub>x<sub>i</sub>(1 + e<sub>i</sub>) with |e<sub>i</sub>| at most mu / (1 - mu), the
 * classic bound (Higham, Accuracy and Stability of Numerical Algorithms, chapter 3), and by
 * Cauchy-Schwarz the error is at most mu / (1 - mu) times the two lengths. These are 1 within
 * 10<sup>-6</sup> ({@link dev.arag.core.embed.Embedding}). The score has an error as well: its
 * double sum by n 2<sup>-53</sup>, which is less than u for all n below 2<sup>29</sup>, and its
 * rounding to float by u. So two more roundings than m cover both. The rest (the lengths, the
 * second order, and products too small for a float's exponent, n 2<sup>-149</sup>) is covered by a
 * factor of 1.00001 and a summand of 10<sup>-30</sup>.
 */
enum Kernel {
  /** Sixteen lanes of fused multiply-adds: fast if the processor has them. */
  FUSED(16) {
    @Override
    float dot(float[] query, float[] rows, int start) {
      return FusedDot.of(query, rows, start);
    }
  },

  /** Eight lanes of multiplications and additions. */
  PLAIN(8) {
    @Override
    float dot(float[] query, float[] rows, int start) {
      return PlainDot.of(query, rows, start);
    }
  };

  /** The faster one on this machine. */
  static final Kernel FASTEST = FusedDot.isFast() ? FUSED : PLAIN;

  /** The largest relative error of one float rounding. */
  static final double UNIT_ROUNDING = 0x1p-24;

  private final int lanes;

  Kernel(int lanes) {
    this.lanes = lanes;
  }

  /** The approximate dot product of the query and the row that begins at an index of rows. */
  abstract float dot(float[] query, float[] rows, int start);

  /**
   * Upper bound of the difference between {@link #dot} and the exact score, for vectors of length
   * 1; infinite if no bound is known.
   */
  double errorBound(int dimension) {
    double roundings = roundings(dimension) + 2.0;
    double relative = roundings * UNIT_ROUNDING;
    return relative < 0.5 ? relative / (1 - relative) * 1.00001 + 1e-30 : Double.POSITIVE_INFINITY;
  }

  /**
   * Maximal number of roundings of one product; the remainder after the lanes has a sum of its own.
   */
  private int roundings(int dimension) {
    int inLane = Math.max(dimension / lanes, lanes - 1);
    int ofLanes = Integer.numberOfTrailingZeros(lanes) + 1;
    return 1 + inLane + ofLanes;
  }
}
