package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The scores in {@code summary.json}. The file also contains the manifest of the results and the
 * settings of the judge.
 *
 * @param questions the number of questions
 * @param rows one row per strategy and setting, in the order given
 * @param comparisons paired comparisons of the strategies with equal settings
 * @param pareto the strategies on the Pareto front of right answers and tokens: no other strategy
 *     is at least as good in both and better in one; cheapest first
 * @param curves the mean scores for each value of a parameter that was varied
 */
public record Summary(
    int questions,
    List<SummaryRow> rows,
    List<Comparison> comparisons,
    List<StrategyKey> pareto,
    List<Curve> curves) {
  public Summary {
    rows = List.copyOf(requireNonNull(rows, "rows"));
    comparisons = List.copyOf(requireNonNull(comparisons, "comparisons"));
    pareto = List.copyOf(requireNonNull(pareto, "pareto"));
    curves = List.copyOf(requireNonNull(curves, "curves"));
  }
}
