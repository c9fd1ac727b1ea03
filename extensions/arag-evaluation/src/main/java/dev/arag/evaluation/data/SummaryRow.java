package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The scores of one strategy with one setting over all questions.
 *
 * @param key the strategy and its setting
 * @param questions the number of questions, answered or not
 * @param coverage the share of runs with an answer
 * @param means the mean of each metric over the questions for which it was measured
 * @param intervals a confidence interval for each mean
 * @param latency the wall-clock times; null if unknown
 * @param triage the number of wrong runs by their most likely cause; only causes that occur
 * @param types the same means for each type of question, sorted by type; empty if no question has a
 *     type
 */
public record SummaryRow(
    StrategyKey key,
    int questions,
    double coverage,
    MetricValues means,
    Map<Metric, Interval> intervals,
    @Nullable Latency latency,
    Map<FailureClass, Integer> triage,
    List<TypeRow> types) {
  public SummaryRow {
    requireNonNull(key, "key");
    requireNonNull(means, "means");
    intervals = Collections.unmodifiableMap(copy(Metric.class, intervals));
    triage = Collections.unmodifiableMap(copy(FailureClass.class, triage));
    types = List.copyOf(requireNonNull(types, "types"));
  }

  private static <K extends Enum<K>, V> Map<K, V> copy(Class<K> type, Map<K, V> map) {
    Map<K, V> copy = new EnumMap<>(type);
    copy.putAll(map);
    return copy;
  }

  /**
   * The scores of the questions of one type.
   *
   * @param type the type; null for the questions without a type
   * @param questions the number of questions
   * @param means the mean of each metric
   */
  public record TypeRow(@Nullable String type, int questions, MetricValues means) {}
}
