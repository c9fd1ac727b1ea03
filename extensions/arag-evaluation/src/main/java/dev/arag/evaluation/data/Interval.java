package dev.arag.evaluation.data;

/**
 * A 95 % confidence interval.
 *
 * @param low the lower bound
 * @param high the upper bound
 */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("low must be <= high, was " + low + " and " + high);
    }
  }

  /** Whether a value is in the interval; the bounds are part of it. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
