package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Relates the share of right answers to the tokens of all requests and replies. */
final class TokenTradeoff {
  private static final int LIMITS = 10;

  private TokenTradeoff() {}

  /** The mean number of input and output tokens; empty if it was not measured. */
  static OptionalDouble totalTokens(MetricValues values) {
    OptionalDouble prompt = values.get(Metric.PROMPT_TOKENS);
    OptionalDouble output = values.get(Metric.OUTPUT_TOKENS);
    return prompt.isPresent() && output.isPresent()
        ? OptionalDouble.of(prompt.getAsDouble() + output.getAsDouble())
        : OptionalDouble.empty();
  }

  /**
   * The strategies for which no other one is at least as accurate and at least as cheap, and better
   * in one of both; cheapest first.
   */
  static List<StrategyKey> paretoFront(List<SummaryRow> rows) {
    List<SummaryRow> measured = rows.stream().filter(TokenTradeoff::hasBoth).toList();
    return measured.stream()
        .filter(row -> measured.stream().noneMatch(other -> dominates(other, row)))
        .sorted(Comparator.comparingDouble(TokenTradeoff::cost))
        .map(SummaryRow::key)
        .toList();
  }

  private static boolean hasBoth(SummaryRow row) {
    return row.means().get(Metric.CONTAIN_SHORT).isPresent()
        && totalTokens(row.means()).isPresent();
  }

  private static boolean dominates(SummaryRow other, SummaryRow row) {
    boolean isNoWorse = accuracy(other) >= accuracy(row) && cost(other) <= cost(row);
    return isNoWorse && (accuracy(other) > accuracy(row) || cost(other) < cost(row));
  }

  private static double accuracy(SummaryRow row) {
    return row.means().get(Metric.CONTAIN_SHORT).orElse(0);
  }

  private static double cost(SummaryRow row) {
    return totalTokens(row.means()).orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Accuracy at equal total tokens: for each of ten limits, the share of runs that are right with
   * at most this number of tokens. The limits are the same for all strategies: the deciles of the
   * tokens of all runs.
   */
  static List<Curve> accuracyWithin(Map<StrategyKey, List<QuestionScores>> runs) {
    double[] totals =
        runs.values().stream()
            .flatMap(Collection::stream)
            .filter(TokenTradeoff::isMeasured)
            .flatMapToDouble(run -> totalTokens(run.values()).stream())
            .sorted()
            .toArray();
    if (totals.length == 0) {
      return List.of();
    }
    double[] limits =
        IntStream.rangeClosed(1, LIMITS)
            .mapToDouble(i -> totals[(i * totals.length - 1) / LIMITS])
            .distinct()
            .toArray();
    return runs.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(TokenTradeoff::isMeasured))
        .map(each -> curve(each.getKey(), each.getValue(), limits))
        .toList();
  }

  private static boolean isMeasured(QuestionScores run) {
    return run.values().get(Metric.CONTAIN_SHORT).isPresent()
        && totalTokens(run.values()).isPresent();
  }

  private static Curve curve(StrategyKey key, List<QuestionScores> runs, double[] limits) {
    List<Curve.Point> points = Arrays.stream(limits).mapToObj(limit -> point(runs, limit)).toList();
    return new Curve(Curve.TOTAL_TOKENS, key.label(), points);
  }

  private static Curve.Point point(List<QuestionScores> runs, double limit) {
    List<MetricValues> within =
        runs.stream()
            .map(QuestionScores::values)
            .filter(values -> totalTokens(values).orElse(Double.POSITIVE_INFINITY) <= limit)
            .toList();
    MetricValues means = QuestionMeans.mean(within);
    double right = means.get(Metric.CONTAIN_SHORT).orElse(0) * within.size();
    return new Curve.Point(
        String.valueOf(Math.round(limit)),
        right / runs.size(),
        means.get(Metric.RETRIEVED_TOKENS).orElse(0),
        totalTokens(means).orElse(0));
  }
}
