package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What {@code summary.json} contains, except the manifest and the judge.
 *
 * @param questions the number of questions
 * @param rows one row per strategy and setting, in the order given
 * @param comparisons paired comparisons of the strategies with equal settings
 * @param pareto the strategies for which no other is both more accurate and cheaper, cheapest first
 * @param curves scores by the value of a swept parameter
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
