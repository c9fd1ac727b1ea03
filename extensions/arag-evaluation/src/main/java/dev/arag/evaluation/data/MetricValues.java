package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The values of some metrics. A metric without a value was not measured.
 *
 * @param asMap the finite values by metric, in the order of {@link Metric}
 */
public record MetricValues(Map<Metric, Double> asMap) {
  public MetricValues {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    values.putAll(requireNonNull(asMap, "asMap"));
    values.forEach(MetricValues::requireFinite);
    asMap = Collections.unmodifiableMap(values);
  }

  private static void requireFinite(Metric metric, Double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(metric + " must be finite, was " + value);
    }
  }

  /** The value of a metric; empty if it was not measured. */
  public OptionalDouble get(Metric metric) {
    Double value = asMap.get(requireNonNull(metric, "metric"));
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
