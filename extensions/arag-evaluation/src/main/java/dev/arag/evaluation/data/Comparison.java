package dev.arag.evaluation.data;

import org.jspecify.annotations.Nullable;

/**
 * A paired comparison of two strategies on the same questions.
 *
 * @param metric the compared metric
 * @param first the first strategy
 * @param second the second strategy
 * @param questions the number of questions for which both strategies have a value, at least 2
 * @param difference the mean difference, first minus second
 * @param interval the confidence interval of the difference
 * @param p the p-value of the paired test
 * @param pHolm the p-value after Holm's correction for all comparisons of this metric
 * @param smallestDetectable the difference that a test with these questions would detect with a
 *     power of 80 %
 * @param winner the better strategy; null if the interval contains 0, if {@code pHolm} is at least
 *     0.05, or if neither high nor low values of the metric are better ({@link
 *     Metric.Direction#NONE})
 */
public record Comparison(
    Metric metric,
    StrategyKey first,
    StrategyKey second,
    int questions,
    double difference,
    Interval interval,
    double p,
    double pHolm,
    double smallestDetectable,
    @Nullable StrategyKey winner) {}
