package dev.arag.evaluation.data;

import org.jspecify.annotations.Nullable;

/**
 * A paired comparison of two strategies on the same questions.
 *
 * @param metric the compared metric
 * @param first the first strategy
 * @param second the second strategy
 * @param questions the number of questions for which both strategies have a value, at least 2
 * @param difference the difference, first minus second
 * @param p the p-value of the paired test
 * @param winner the better strategy; null if the interval contains 0, if the corrected p-value is
 *     at least 0.05, or if neither high nor low values of the metric are better ({@link
 *     Metric.Direction#NONE})
 */
public record Comparison(
    Metric metric,
    StrategyKey first,
    StrategyKey second,
    int questions,
    Difference difference,
    PValue p,
    @Nullable StrategyKey winner) {
  /**
   * A mean difference of two strategies.
   *
   * @param mean the mean over the questions
   * @param interval the confidence interval of the mean
   * @param smallestDetectable the difference that a test with these questions would detect with a
   *     power of 80 %
   */
  public record Difference(double mean, Interval interval, double smallestDetectable) {}

  /**
   * The p-value of a comparison.
   *
   * @param uncorrected the p-value of the test
   * @param holm the p-value after Holm's correction for all comparisons of this metric
   */
  public record PValue(double uncorrected, double holm) {}
}
