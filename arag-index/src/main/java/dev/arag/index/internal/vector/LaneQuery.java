package dev.arag.index.internal.vector;

import dev.arag.index.internal.lanes.LaneProducts;

/**
 * A query in floats, and what follows from its product with a row's code for the row's score.
 *
 * <p>Row x is sc + r, with whole numbers c from its bytes, its scale s and a rest r of length at
 * most ρ ({@link RowCode}); so its product with query q is s(cq) + rq. The second summand is at
 * most ρ|q| by Cauchy-Schwarz. Of the first, cq is summed in floats, in L lanes of fused
 * multiply-adds: a product goes through at most n/L roundings in its lane, rounded up, for the
 * fused one has none of its own, and through at most L - 1 when the lanes are added up, in any
 * order; zeros that fill up the last lanes make none. With m the sum of both and u =
 * 2<sup>-24</sup> the computed sum y is off by at most mu / (1 - mu) times |c||q|, by the bound
 * that {@link Kernel} tells of, and s|c| = |x - r| is at most |x| + ρ. So the score is at most
 *
 * <p>sy + mu / (1 - mu) (|x| + ρ)|q| + ρ|q|.
 *
 * <p>Lengths of x and q are 1 within 10<sup>-6</sup>; the score's own roundings, those of this
 * bound in double (sy is exact there), and products too small for a float's exponent are covered as
 * {@link CodedQuery} has it.
 */
final class LaneQuery {
  private static final double LENGTH = CodedQuery.LENGTH;

  private final float[] padded;
  private final double relative;

  LaneQuery(LaneProducts products, float[] query) {
    padded = products.padded(query);
    int lanes = products.lanes();
    double roundings = (double) padded.length / lanes + lanes - 1;
    relative = roundings * Kernel.UNIT_ROUNDING / (1 - roundings * Kernel.UNIT_ROUNDING);
  }

  /** As {@link LaneProducts} wants it. */
  float[] padded() {
    return padded;
  }

  /** How far a computed product of query and code is off at most, as a share of both lengths. */
  double relativeError() {
    return relative;
  }

  /** What a score cannot exceed. */
  double most(float product, float scale, float residual) {
    double error = relative * (LENGTH + residual) + residual;
    return (double) scale * product + (error * LENGTH + CodedQuery.SLACK);
  }
}
