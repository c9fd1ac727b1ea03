package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import java.util.EnumMap;
import java.util.Map;

/** The resources that one run used. */
public final class CostMetrics {
  private CostMetrics() {}

  /** Returns the values that the row contains; none if the run failed before its first request. */
  public static Map<Metric, Double> of(ResultRow row) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    RunDetails run = requireNonNull(row, "row").run();
    if (run == null) {
      addReference(values, row);
    } else if (run.failure() == null || hasAsked(run)) {
      add(values, run.usage());
    }
    return values;
  }

  private static boolean hasAsked(RunDetails run) {
    return !run.record().isEmpty() && run.usage().modelCalls() > 0;
  }

  private static void addReference(Map<Metric, Double> values, ResultRow row) {
    values.put(Metric.RETRIEVED_TOKENS, (double) row.retrievedTokens());
    values.put(Metric.TURNS, (double) row.loops());
    values.put(Metric.TOOL_CALLS, (double) row.trajectory().size());
    values.put(Metric.COST, row.cost());
  }

  private static void add(Map<Metric, Double> values, RunUsage usage) {
    values.put(Metric.RETRIEVED_TOKENS, (double) usage.retrievedTokens());
    values.put(Metric.MODEL_CALLS, (double) usage.modelCalls());
    values.put(Metric.PROMPT_TOKENS, (double) usage.inputTokens());
    values.put(Metric.CACHED_PROMPT_TOKENS, (double) usage.cachedInputTokens());
    values.put(Metric.OUTPUT_TOKENS, (double) usage.outputTokens());
    values.put(Metric.TURNS, (double) usage.turns());
    values.put(Metric.TOOL_CALLS, (double) usage.toolCalls());
    Double cost = usage.cost();
    if (cost != null) {
      values.put(Metric.COST, cost);
    }
  }
}
