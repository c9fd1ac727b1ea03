package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Interval;

/**
 * The score interval of the difference of two paired proportions (Tango, Statistics in Medicine 17,
 * 1998). It contains the differences that McNemar's test, with the variance estimated for this
 * difference, would not reject. Unlike a bootstrap interval, its width is not zero if no pair
 * differs.
 */
final class Tango {
  private static final int BISECTIONS = 60;

  private Tango() {}

  /**
   * Returns the 95 % interval of the share of the first minus the share of the second.
   *
   * @param b the number of pairs in which only the first is right
   * @param c the number of pairs in which only the second is right
   * @param n the number of pairs, at least 1
   */
  static Interval interval(int b, int c, int n) {
    return new Interval(low(b, c, n), -low(c, b, n));
  }

  private static double low(int b, int c, int n) {
    double low = -1;
    double high = (double) (b - c) / n;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (score(middle, b, c, n) > Wilson.Z) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The distance of the observed difference from another one, in standard errors. */
  private static double score(double difference, int b, int c, int n) {
    double linear = -b - c + (2.0 * n - b + c) * difference;
    double constant = -c * difference * (1 - difference);
    // The most likely share of the pairs in which only the second is right.
    double root = Math.sqrt(Math.max(0, linear * linear - 8.0 * n * constant));
    double share = (root - linear) / (4.0 * n);
    return (b - c - n * difference) / Math.sqrt(n * (2 * share + difference * (1 - difference)));
  }
}
