package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Comparison;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.internal.row.RunDetails;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares each pair of strategies that have equal settings, apart from the model, on the questions
 * of both.
 */
final class Comparisons {
  private static final List<Metric> METRICS =
      List.of(
          Metric.CONTAIN_SHORT,
          Metric.EXACT,
          Metric.F1,
          Metric.LLM_ACC,
          Metric.ABSTENTION,
          Metric.ALL_SUPPORT_FOUND,
          Metric.RETRIEVED_TOKENS,
          Metric.PROMPT_TOKENS);

  private static final double ALPHA = 0.05;

  /** The quantiles of the normal distribution for a two-sided test at 5 % with a power of 80 %. */
  private static final double DETECTABLE = 1.959964 + 0.841621;

  private final Map<StrategyKey, List<QuestionMeans>> questions;
  private final long seed;

  Comparisons(Map<StrategyKey, List<QuestionMeans>> questions, long seed) {
    this.questions = questions;
    this.seed = seed;
  }

  List<Comparison> all() {
    return METRICS.stream().flatMap(metric -> withHolm(pairs(metric)).stream()).toList();
  }

  private List<Comparison> pairs(Metric metric) {
    List<StrategyKey> keys = List.copyOf(questions.keySet());
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      for (int j = i + 1; j < keys.size(); j++) {
        if (areComparable(keys.get(i), keys.get(j))) {
          PairedValues pairs =
              PairedValues.of(questionsOf(keys.get(i)), questionsOf(keys.get(j)), metric);
          if (pairs.size() > 1) {
            comparisons.add(compare(metric, keys.get(i), keys.get(j), pairs));
          }
        }
      }
    }
    return comparisons;
  }

  private static boolean areComparable(StrategyKey first, StrategyKey second) {
    return withoutModel(first).equals(withoutModel(second));
  }

  private static Map<String, String> withoutModel(StrategyKey key) {
    Map<String, String> setting = new HashMap<>(key.setting());
    setting.remove(RunDetails.MODEL);
    return setting;
  }

  private List<QuestionMeans> questionsOf(StrategyKey key) {
    return questions.getOrDefault(key, List.of());
  }

  private Comparison compare(
      Metric metric, StrategyKey first, StrategyKey second, PairedValues pairs) {
    double[] differences = pairs.differences();
    double p = pairs.pValue(seed);
    return new Comparison(
        metric,
        first,
        second,
        differences.length,
        new Comparison.Difference(
            QuestionMeans.mean(differences), pairs.interval(seed), smallestDetectable(differences)),
        new Comparison.PValue(p, p),
        null);
  }

  /**
   * {@value #DETECTABLE} standard errors of the mean difference.
   *
   * @param differences at least two
   */
  static double smallestDetectable(double[] differences) {
    int n = differences.length;
    double mean = QuestionMeans.mean(differences);
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    return DETECTABLE * Math.sqrt(squares / (n - 1) / n);
  }

  private static List<Comparison> withHolm(List<Comparison> comparisons) {
    List<Double> adjusted =
        Holm.adjust(comparisons.stream().map(each -> each.p().uncorrected()).toList());
    List<Comparison> corrected = new ArrayList<>();
    for (int i = 0; i < comparisons.size(); i++) {
      corrected.add(withHolm(comparisons.get(i), adjusted.get(i)));
    }
    return corrected;
  }

  private static Comparison withHolm(Comparison comparison, double pHolm) {
    return new Comparison(
        comparison.metric(),
        comparison.first(),
        comparison.second(),
        comparison.questions(),
        comparison.difference(),
        new Comparison.PValue(comparison.p().uncorrected(), pHolm),
        winner(comparison, pHolm).orElse(null));
  }

  private static Optional<StrategyKey> winner(Comparison comparison, double pHolm) {
    Comparison.Difference difference = comparison.difference();
    Metric.Direction direction = comparison.metric().direction();
    if (difference.interval().contains(0) || pHolm >= ALPHA || direction == Metric.Direction.NONE) {
      return Optional.empty();
    }
    boolean isFirstHigher = difference.mean() > 0;
    boolean isHigherBetter = direction == Metric.Direction.HIGHER;
    return Optional.of(isFirstHigher == isHigherBetter ? comparison.first() : comparison.second());
  }
}
