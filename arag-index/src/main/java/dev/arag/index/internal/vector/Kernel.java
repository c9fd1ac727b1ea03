package dev.arag.index.internal.vector;

/**
 * A dot product of floats that is quick, but not exact. It only chooses which rows are scored
 * exactly.
 *
 * <p><b>How far it can be off.</b> Let u = 2<sup>-24</sup>, the largest relative error of one float
 * rounding, and m the roundings that any one product goes through: at most one of its own, those of
 * the additions in its lane, and those of adding up the lanes. Then the computed sum is the sum of
 * q<sub>i</sub>x<sub>i</sub>(1 + e<sub>i</sub>) with |e<sub>i</sub>| at most mu / (1 - mu), the
 * classic bound (Higham, Accuracy and Stability of Numerical Algorithms, chapter 3), and by
 * Cauchy-Schwarz it is off by at most mu / (1 - mu) times the two lengths. These are 1 within
 * 10<sup>-6</sup> ({@link dev.arag.core.embed.Embedding}). The score itself is off as well: its
 * double sum by n 2<sup>-53</sup>, which is less than u for all n below 2<sup>29</sup>, and its
 * rounding to float by u. So two more roundings than m cover both. What is left, the lengths, the
 * second order and products too small for a float's exponent (n 2<sup>-149</sup>), is covered by a
 * factor of 1.00001 and a summand of 10<sup>-30</sup>.
 */
enum Kernel {
  /** Sixteen lanes of fused multiply-adds: quick where the processor has them. */
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

  /** The quicker one here. */
  static final Kernel FASTEST = FusedDot.isQuick() ? FUSED : PLAIN;

  /** The largest relative error of one float rounding. */
  static final double UNIT_ROUNDING = 0x1p-24;

  private final int lanes;

  Kernel(int lanes) {
    this.lanes = lanes;
  }

  /** The dot product, roughly; rows holds the row from start on. */
  abstract float dot(float[] query, float[] rows, int start);

  /**
   * What the score, as the contract defines it, differs from {@link #dot} at most for vectors of
   * length 1; infinite where nothing can be said.
   */
  double errorBound(int dimension) {
    double roundings = roundings(dimension) + 2.0;
    double relative = roundings * UNIT_ROUNDING;
    return relative < 0.5 ? relative / (1 - relative) * 1.00001 + 1e-30 : Double.POSITIVE_INFINITY;
  }

  /** What does not fill the lanes once more is added up on its own. */
  private int roundings(int dimension) {
    int inLane = Math.max(dimension / lanes, lanes - 1);
    int ofLanes = Integer.numberOfTrailingZeros(lanes) + 1;
    return 1 + inLane + ofLanes;
  }
}
