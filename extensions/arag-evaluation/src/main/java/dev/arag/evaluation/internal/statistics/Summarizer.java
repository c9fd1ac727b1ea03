package dev.arag.evaluation.internal.statistics;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Latency;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Summarizes the scores of all runs. The result does not depend on the order of the runs of a
 * strategy.
 */
public final class Summarizer {
  private final long seed;

  /**
   * @param seed the seed of the resampling; equal seeds and scores give equal summaries
   */
  public Summarizer(long seed) {
    this.seed = seed;
  }

  /**
   * Summarizes the runs of several strategies.
   *
   * @param runs the scores of all runs by strategy and setting; the rows have the order of this map
   */
  public Summary summarize(Map<StrategyKey, List<QuestionScores>> runs) {
    Map<StrategyKey, List<QuestionScores>> strategies = withoutDump(runs);
    Map<StrategyKey, List<QuestionMeans>> questions = new LinkedHashMap<>();
    strategies.forEach((key, scores) -> questions.put(key, QuestionMeans.of(scores)));
    List<SummaryRow> rows = new ArrayList<>();
    runs.forEach((key, scores) -> rows.add(row(key, scores)));
    List<SummaryRow> ranked = rows.stream().filter(row -> !isDump(row.key())).toList();
    List<Curve> curves = new ArrayList<>(Sweeps.curves(ranked));
    curves.addAll(TokenTradeoff.accuracyWithin(strategies));
    return new Summary(
        countQuestions(runs.values()),
        rows,
        new Comparisons(questions, seed).all(),
        TokenTradeoff.paretoFront(ranked),
        curves);
  }

  private static Map<StrategyKey, List<QuestionScores>> withoutDump(
      Map<StrategyKey, List<QuestionScores>> runs) {
    Map<StrategyKey, List<QuestionScores>> strategies =
        new LinkedHashMap<>(requireNonNull(runs, "runs"));
    strategies.keySet().removeIf(Summarizer::isDump);
    return strategies;
  }

  private static boolean isDump(StrategyKey key) {
    return key.strategy().equals(RunDetails.SENTENCE_DUMP);
  }

  private static int countQuestions(Collection<List<QuestionScores>> runs) {
    return (int)
        runs.stream().flatMap(Collection::stream).map(QuestionScores::question).distinct().count();
  }

  private SummaryRow row(StrategyKey key, List<QuestionScores> runs) {
    List<QuestionMeans> questions = QuestionMeans.of(runs);
    List<MetricValues> values = questions.stream().map(QuestionMeans::values).toList();
    return new SummaryRow(
        key,
        questions.size(),
        QuestionMeans.mean(questions, QuestionMeans::coverage),
        QuestionMeans.mean(values),
        intervals(values),
        latency(runs).orElse(null),
        triage(runs),
        types(questions));
  }

  private Map<Metric, Interval> intervals(List<MetricValues> values) {
    Map<Metric, Interval> intervals = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] measured = QuestionMeans.measured(values, metric);
      if (measured.length > 1) {
        intervals.put(metric, interval(metric, measured));
      }
    }
    return intervals;
  }

  private Interval interval(Metric metric, double[] values) {
    return metric.isShare() && PairedTest.isBinary(values)
        ? Wilson.interval(values)
        : Bootstrap.meanInterval(values, seed);
  }

  private static Optional<Latency> latency(List<QuestionScores> runs) {
    long[] millis =
        runs.stream()
            .flatMap(run -> Optional.ofNullable(run.latencyMillis()).stream())
            .mapToLong(Long::longValue)
            .sorted()
            .toArray();
    if (millis.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Latency(
            percentile(millis, 50),
            percentile(millis, 90),
            percentile(millis, 99),
            runs.stream().anyMatch(QuestionScores::underLoad)));
  }

  /** The smallest value that at least the given percentage of the values does not exceed. */
  private static long percentile(long[] sorted, int percent) {
    int rank = (percent * sorted.length + 99) / 100;
    return sorted[Math.max(1, rank) - 1];
  }

  private static Map<FailureClass, Integer> triage(List<QuestionScores> runs) {
    Map<FailureClass, Integer> counts = new EnumMap<>(FailureClass.class);
    for (QuestionScores run : runs) {
      FailureClass failure = run.failure();
      if (failure != null) {
        counts.merge(failure, 1, Integer::sum);
      }
    }
    return counts;
  }

  private static List<SummaryRow.TypeRow> types(List<QuestionMeans> questions) {
    Map<String, List<MetricValues>> byType = new TreeMap<>();
    for (QuestionMeans question : questions) {
      byType
          .computeIfAbsent(
              Objects.requireNonNullElse(question.type(), ""), type -> new ArrayList<>())
          .add(question.values());
    }
    return byType.keySet().equals(Set.of("")) ? List.of() : rows(byType);
  }

  private static List<SummaryRow.TypeRow> rows(Map<String, List<MetricValues>> byType) {
    return byType.entrySet().stream()
        .map(
            each ->
                new SummaryRow.TypeRow(
                    each.getKey().isEmpty() ? null : each.getKey(),
                    each.getValue().size(),
                    QuestionMeans.mean(each.getValue())))
        .toList();
  }
}
