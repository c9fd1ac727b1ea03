package dev.arag.index.internal.vector;

/**
 * A fast but inexact dot product of floats. It is used only to select the rows for which the exact
 * score is computed.
 *
 * <p><b>Error bound.</b> Let u = 2<sup>-24</sup> be the largest relative error of one float
 * rounding. Let m be the largest number of roundings that affect any one product: at most one for
 * the multiplication, those of the additions in its lane, and those of adding up the lanes. Then
 * the computed sum is the sum of q<sub>i</sub>x<sub>i</sub>(1 + e<sub>i</sub>), where
 * |e<sub>i</sub>| is at most mu / (1 - mu). This is the standard bound (Higham, Accuracy and
 * Stability of Numerical Algorithms, chapter 3). By the Cauchy-Schwarz inequality, the error of the
 * sum is at most mu / (1 - mu) times the lengths of both vectors. Both lengths are 1 within
 * 10<sup>-6</sup> ({@link dev.arag.core.embed.Embedding}).
 *
 * <p>The exact score also has a rounding error. The error of its double sum is at most n
 * 2<sup>-53</sup>, which is less than u for all n below 2<sup>29</sup>. The error of rounding the
 * sum to float is at most u. Adding 2 to m covers both errors. A factor of 1.00001 and an
 * additional term of 10<sup>-30</sup> cover the remaining errors: the deviation of the lengths from
 * 1, second-order terms, and products that underflow, whose total error is at most n
 * 2<sup>-149</sup>.
 */
enum Kernel {
  /**
   * Uses sixteen lanes of fused multiply-adds, which is fast if the processor has an instruction
   * for them.
   */
  FUSED(16) {
    @Override
    float dot(float[] query, float[] rows, int start) {
      return FusedDot.of(query, rows, start);
    }
  },

  /** Uses eight lanes of separate multiplications and additions. */
  PLAIN(8) {
    @Override
    float dot(float[] query, float[] rows, int start) {
      return PlainDot.of(query, rows, start);
    }
  };

  /** The kernel that is faster on this machine. */
  static final Kernel FASTEST = FusedDot.isFast() ? FUSED : PLAIN;

  /** The largest relative error of one float rounding. */
  static final double UNIT_ROUNDING = 0x1p-24;

  private final int lanes;

  Kernel(int lanes) {
    this.lanes = lanes;
  }

  /**
   * Returns the approximate dot product of the query and the row that begins at index {@code start}
   * of the array {@code rows}.
   */
  abstract float dot(float[] query, float[] rows, int start);

  /**
   * Returns an upper bound of the difference between {@link #dot} and the exact score for vectors
   * of length 1. Returns infinity if no bound is known.
   */
  double errorBound(int dimension) {
    double roundings = roundings(dimension) + 2.0;
    double relative = roundings * UNIT_ROUNDING;
    return relative < 0.5 ? relative / (1 - relative) * 1.00001 + 1e-30 : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the maximum number of roundings that affect one product. Elements that do not fill all
   * lanes are added up in a separate sum.
   */
  private int roundings(int dimension) {
    int inLane = Math.max(dimension / lanes, lanes - 1);
    int ofLanes = Integer.numberOfTrailingZeros(lanes) + 1;
    return 1 + inLane + ofLanes;
  }
}
