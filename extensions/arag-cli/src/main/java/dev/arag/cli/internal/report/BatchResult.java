package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.evaluation.batch.BatchProgress;
import dev.arag.evaluation.batch.BatchReport;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The JSON result of {@code batch}.
 *
 * @param cost the cost of this call in the currency of the prices; null without prices
 */
public record BatchResult(
    int questions,
    int answered,
    int failed,
    int resumed,
    long modelCalls,
    @Nullable Double cost,
    String results,
    String manifest,
    double seconds) {
  public static BatchResult of(BatchReport report) {
    BatchProgress end = report.progress();
    return new BatchResult(
        end.questions(),
        end.answered(),
        end.failed(),
        end.resumed(),
        end.modelCalls(),
        end.cost(),
        Utf8Path.toText(report.results()),
        Utf8Path.toText(report.manifest()),
        report.seconds());
  }

  /**
   * @param currency the name of the currency; may be empty
   */
  public void write(TextPage out, String currency) {
    out.line(
        Formatting.count(questions, "run")
            + " in "
            + Formatting.seconds(seconds)
            + ": "
            + Formatting.number(answered)
            + " answered, "
            + Formatting.number(failed)
            + " without an answer; "
            + Formatting.number(resumed)
            + " finished before.");
    String price =
        cost == null
            ? ""
            : String.format(Locale.ROOT, ", cost %.4f %s", cost, currency).stripTrailing();
    out.line(Formatting.count(modelCalls, "model call") + price + ".");
    out.line("Results: " + results + " (configuration: " + manifest + ")");
  }
}
