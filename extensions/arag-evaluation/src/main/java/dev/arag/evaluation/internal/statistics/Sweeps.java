package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.row.RunDetails;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds strategies that were run with several values of one setting. */
final class Sweeps {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
  private static final List<String> EFFORTS =
      List.of("none", "minimal", "low", "medium", "high", "xhigh");

  /** Numbers in ascending order, then reasoning efforts, then other values. */
  private static final Comparator<Curve.Point> BY_VALUE =
      Comparator.<Curve.Point>comparingLong(point -> rank(point.value()))
          .thenComparing(Curve.Point::value);

  private Sweeps() {}

  /** Returns one curve for each strategy and setting of which at least two values were run. */
  static List<Curve> curves(List<SummaryRow> rows) {
    Map<String, Curve> curves = new LinkedHashMap<>();
    for (SummaryRow row : rows) {
      if (row.means().get(Metric.CONTAIN_SHORT).isPresent()) {
        row.key().setting().keySet().stream()
            .filter(parameter -> !parameter.equals(RunDetails.MODEL))
            .forEach(parameter -> addPoint(curves, row, parameter));
      }
    }
    return curves.values().stream()
        .filter(curve -> curve.points().size() > 1)
        .map(Sweeps::sorted)
        .toList();
  }

  private static void addPoint(Map<String, Curve> curves, SummaryRow row, String parameter) {
    Map<String, String> rest = new TreeMap<>(row.key().setting());
    String value = String.valueOf(rest.remove(parameter));
    String label = new StrategyKey(row.key().strategy(), row.key().profile(), rest).label();
    Curve point = new Curve(parameter, label, List.of(point(value, row)));
    String group = parameter + "\n" + row.key().profile() + "\n" + label;
    curves.merge(group, point, Sweeps::join);
  }

  private static Curve join(Curve first, Curve second) {
    List<Curve.Point> points = new ArrayList<>(first.points());
    points.addAll(second.points());
    return new Curve(first.parameter(), first.strategy(), points);
  }

  private static Curve sorted(Curve curve) {
    return new Curve(
        curve.parameter(), curve.strategy(), curve.points().stream().sorted(BY_VALUE).toList());
  }

  private static Curve.Point point(String value, SummaryRow row) {
    return new Curve.Point(
        value,
        row.means().get(Metric.CONTAIN_SHORT).orElse(0),
        row.means().get(Metric.RETRIEVED_TOKENS).orElse(0),
        TokenTradeoff.totalTokens(row.means()).orElse(0));
  }

  private static long rank(String value) {
    if (NUMBER.matcher(value).matches()) {
      return Long.parseLong(value);
    }
    int effort = EFFORTS.indexOf(value);
    return effort < 0 ? Long.MAX_VALUE : Long.MAX_VALUE - EFFORTS.size() + effort;
  }
}
