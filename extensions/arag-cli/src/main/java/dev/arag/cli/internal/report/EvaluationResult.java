package dev.arag.cli.internal.report;

import dev.arag.evaluation.EvaluationReport;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.SummaryRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The JSON result of {@code eval}.
 *
 * @param report the page of the report
 * @param ruleBased whether the rule-based model answered
 */
public record EvaluationResult(List<Row> rows, String report, boolean ruleBased) {
  /** The scores of one strategy with one setting; null where not measured. */
  public record Row(
      String strategy,
      String profile,
      int questions,
      double coverage,
      @Nullable Double containShort,
      @Nullable Double containText,
      @Nullable Double exact,
      @Nullable Double f1,
      @Nullable Double llmAcc,
      @Nullable Double retrievedTokens,
      @Nullable Double modelCalls,
      @Nullable Double promptTokens,
      @Nullable Double supportedCitations,
      Map<String, String> setting) {
    static Row of(SummaryRow row) {
      return new Row(
          row.key().strategy(),
          Objects.requireNonNullElse(row.key().profile(), ""),
          row.questions(),
          row.coverage(),
          mean(row, Metric.CONTAIN_SHORT),
          mean(row, Metric.CONTAIN_TEXT),
          mean(row, Metric.EXACT),
          mean(row, Metric.F1),
          mean(row, Metric.LLM_ACC),
          mean(row, Metric.RETRIEVED_TOKENS),
          mean(row, Metric.MODEL_CALLS),
          mean(row, Metric.PROMPT_TOKENS),
          mean(row, Metric.SUPPORTED_CITATIONS),
          row.key().setting());
    }

    private static @Nullable Double mean(SummaryRow row, Metric metric) {
      OptionalDouble mean = row.means().get(metric);
      return mean.isPresent() ? mean.getAsDouble() : null;
    }
  }

  public static EvaluationResult of(EvaluationReport report, String page) {
    return new EvaluationResult(
        report.rows().stream().map(Row::of).toList(), page, report.isRuleBased());
  }
}
