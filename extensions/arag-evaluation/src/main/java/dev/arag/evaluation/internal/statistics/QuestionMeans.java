package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The scores of one question, averaged over its runs.
 *
 * @param question the id of the question
 * @param type the type of the question; null if there is none
 * @param coverage the share of runs with an answer
 * @param values the mean of each metric over the runs for which it was measured
 */
record QuestionMeans(String question, @Nullable String type, double coverage, MetricValues values) {
  /** Averages the runs of each question. The result is sorted by the id of the question. */
  static List<QuestionMeans> of(Collection<QuestionScores> runs) {
    Map<String, List<QuestionScores>> byQuestion = new TreeMap<>();
    for (QuestionScores run : runs) {
      byQuestion.computeIfAbsent(run.question(), id -> new ArrayList<>()).add(run);
    }
    return byQuestion.values().stream().map(QuestionMeans::average).toList();
  }

  private static QuestionMeans average(List<QuestionScores> runs) {
    QuestionScores first = runs.get(0);
    return new QuestionMeans(
        first.question(),
        first.type(),
        mean(runs, run -> run.isAnswered() ? 1 : 0),
        mean(runs.stream().map(QuestionScores::values).toList()));
  }

  static <T> double mean(List<T> elements, ToDoubleFunction<T> value) {
    return elements.stream().mapToDouble(value).average().orElse(0);
  }

  /** The mean of each metric over the values that contain it. */
  static MetricValues mean(Collection<MetricValues> values) {
    Map<Metric, Double> means = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      double[] measured = measured(values, metric);
      if (measured.length > 0) {
        means.put(metric, mean(measured));
      }
    }
    return new MetricValues(means);
  }

  static double[] measured(Collection<MetricValues> values, Metric metric) {
    return values.stream()
        .map(each -> each.get(metric))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  /** The mean; the values are added in ascending order, so that their order has no effect. */
  static double mean(double[] values) {
    return Arrays.stream(values).sorted().sum() / values.length;
  }
}
