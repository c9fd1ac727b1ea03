package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Metric;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The values of two strategies for the questions that both have a value for, in one order. */
final class PairedValues {
  private final double[] first;
  private final double[] second;

  private PairedValues(double[] first, double[] second) {
    this.first = first;
    this.second = second;
  }

  static PairedValues of(List<QuestionMeans> first, List<QuestionMeans> second, Metric metric) {
    Map<String, Double> left = byQuestion(first, metric);
    Map<String, Double> right = byQuestion(second, metric);
    left.keySet().retainAll(right.keySet());
    right.keySet().retainAll(left.keySet());
    return new PairedValues(values(left), values(right));
  }

  private static Map<String, Double> byQuestion(List<QuestionMeans> questions, Metric metric) {
    Map<String, Double> values = new TreeMap<>();
    for (QuestionMeans question : questions) {
      OptionalDouble value = question.values().get(metric);
      value.ifPresent(each -> values.put(question.question(), each));
    }
    return values;
  }

  private static double[] values(Map<String, Double> byQuestion) {
    return byQuestion.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  int size() {
    return first.length;
  }

  /** First minus second, for each question. */
  double[] differences() {
    return PairedTest.differences(first, second);
  }

  Interval interval(long seed) {
    double[] differences = differences();
    return PairedTest.isBinary(first) && PairedTest.isBinary(second)
        ? Tango.interval(
            PairedTest.count(differences, 1), PairedTest.count(differences, -1), size())
        : Bootstrap.meanInterval(differences, seed);
  }

  double pValue(long seed) {
    return PairedTest.pValue(first, second, seed);
  }
}
