package dev.arag.evaluation.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.SummaryRow;
import java.util.OptionalDouble;

/**
 * What the requests that built the index of a strategy cost: {@code information.indexCosts} of the
 * manifest. A strategy that is not in it needs none. All values are empty for results of other
 * systems, and {@code cost} also without prices.
 */
record IndexCost(
    OptionalDouble modelCalls,
    OptionalDouble inputTokens,
    OptionalDouble outputTokens,
    OptionalDouble cost) {
  private static final IndexCost UNKNOWN =
      new IndexCost(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty());
  private static final OptionalDouble ZERO = OptionalDouble.of(0);

  /**
   * @param manifest the manifest, or an object with several manifests
   */
  static IndexCost of(SummaryRow row, JsonNode manifest) {
    if (row.means().get(Metric.MODEL_CALLS).isEmpty()) {
      return UNKNOWN;
    }
    for (JsonNode costs : manifest.findValues("indexCosts")) {
      JsonNode cost = costs.path(row.key().strategy());
      if (cost.isObject()) {
        return new IndexCost(
            number(cost, "modelCalls"),
            number(cost, "inputTokens"),
            number(cost, "outputTokens"),
            number(cost, "cost"));
      }
    }
    return new IndexCost(ZERO, ZERO, ZERO, ZERO);
  }

  private static OptionalDouble number(JsonNode cost, String name) {
    JsonNode value = cost.path(name);
    return value.isNumber() ? OptionalDouble.of(value.doubleValue()) : OptionalDouble.empty();
  }
}
