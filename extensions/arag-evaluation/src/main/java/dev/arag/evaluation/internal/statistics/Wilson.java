package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Interval;

/**
 * The score interval of a proportion (Wilson 1927). Unlike a bootstrap, it has a width if no or all
 * trials succeeded.
 */
final class Wilson {
  /** The 97.5 % quantile of the normal distribution. */
  static final double Z = 1.959964;

  private Wilson() {}

  /**
   * Returns the interval of 95 %.
   *
   * @param trials the result of each trial: 1 for a success, 0 for a failure; not empty
   */
  static Interval interval(double[] trials) {
    int n = trials.length;
    double share = QuestionMeans.mean(trials);
    double scale = 1 + Z * Z / n;
    double center = (share + Z * Z / (2 * n)) / scale;
    double half = Z * Math.sqrt(share * (1 - share) / n + Z * Z / (4.0 * n * n)) / scale;
    return new Interval(
        share == 0 ? 0 : Math.max(0, center - half), share == 1 ? 1 : Math.min(1, center + half));
  }
}
