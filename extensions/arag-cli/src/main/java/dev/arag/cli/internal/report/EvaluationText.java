package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.evaluation.EvaluationReport;
import dev.arag.evaluation.data.Comparison;
import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Latency;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Writes the scores of an evaluation as tables of at most 80 columns. */
public final class EvaluationText {
  private static final String RULE_BASED =
      "rule-based model, not an LLM: the figures do not show the quality of agents";
  private static final int NAME_WIDTH = 24;
  private static final int MAX_COMPARISONS = 12;
  private static final String NOT_MEASURED = "-";

  private static final List<Column> ANSWERS =
      List.of(
          new Column("answered", 9, row -> percent(OptionalDouble.of(row.coverage()))),
          new Column("right", 7, row -> percent(row.means().get(Metric.CONTAIN_SHORT))),
          new Column("95 %", 14, row -> interval(row, Metric.CONTAIN_SHORT)),
          new Column("exact", 7, row -> percent(row.means().get(Metric.EXACT))),
          new Column("F1", 6, row -> percent(row.means().get(Metric.F1))),
          new Column("text", 6, row -> percent(row.means().get(Metric.CONTAIN_TEXT))),
          new Column("judge", 6, row -> percent(row.means().get(Metric.LLM_ACC))));
  private static final List<Column> ABSTENTION =
      List.of(
          new Column("answered", 9, row -> percent(OptionalDouble.of(row.coverage()))),
          new Column("right", 7, row -> percent(row.means().get(Metric.ABSTENTION))),
          new Column("95 %", 14, row -> interval(row, Metric.ABSTENTION)));
  private static final List<Column> COST =
      List.of(
          new Column("answer", 8, row -> number(row, Metric.ANSWER_TOKENS)),
          new Column("retrieved", 11, row -> number(row, Metric.RETRIEVED_TOKENS)),
          new Column("prompt", 9, row -> number(row, Metric.PROMPT_TOKENS)),
          new Column("calls", 7, row -> decimal(row, Metric.MODEL_CALLS)),
          new Column("supported", 11, row -> percent(row.means().get(Metric.SUPPORTED_CITATIONS))),
          new Column("median s", 10, EvaluationText::median));

  private EvaluationText() {}

  private interface Value {
    String of(SummaryRow row);
  }

  private record Column(String head, int width, Value value) {}

  /**
   * @param page the page of the report
   */
  public static void write(TextPage out, EvaluationReport report, String page) {
    if (report.isRuleBased()) {
      out.line(RULE_BASED).blank();
    }
    out.line(
        Formatting.count(report.summary().questions(), "question")
            + ". Shares are in %. An unanswered question counts as wrong.");
    out.line(
        "right, exact, F1: of the short answer; text: gold answer anywhere in the answer;"
            + " judge: LLM judge.");
    out.blank();
    List<SummaryRow> hidden = report.rows().stream().filter(EvaluationText::hidesSupport).toList();
    table(out, report.rows().stream().filter(row -> !hidesSupport(row)).toList(), ANSWERS);
    if (!hidden.isEmpty()) {
      out.blank().line("While the gold chunks are hidden, NOT FOUND is the right answer.").blank();
      table(out, hidden, ABSTENTION);
    }
    out.blank().line("Means per question: tokens, model calls, supported citations, seconds.");
    out.blank();
    table(out, report.rows(), COST);
    if (report.rows().stream().anyMatch(EvaluationText::isUnderLoad)) {
      out.line("* measured while other runs were active");
    }
    if (!report.isRuleBased()) {
      comparisons(out, report.summary().comparisons());
      front(out, report.summary().pareto());
    }
    out.blank().line("Report: " + page);
  }

  private static void table(TextPage out, List<SummaryRow> rows, List<Column> columns) {
    StringBuilder head = name("strategy");
    columns.forEach(column -> append(head, column.head(), column.width()));
    out.raw(head.append('\n').toString());
    for (SummaryRow row : rows) {
      StringBuilder line = name(TextPage.printable(row.key().label()));
      columns.forEach(column -> append(line, column.value().of(row), column.width()));
      out.raw(line.append('\n').toString());
    }
  }

  /** A name that is too long has its own lines. */
  private static StringBuilder name(String name) {
    StringBuilder line = new StringBuilder();
    String rest = name;
    while (rest.length() >= NAME_WIDTH) {
      int end = Math.min(rest.length(), 80);
      line.append(rest, 0, end).append('\n');
      rest = rest.substring(end);
    }
    return line.append(String.format("%-" + NAME_WIDTH + "s", rest));
  }

  private static void append(StringBuilder line, String value, int width) {
    line.append(" ".repeat(Math.max(1, width - value.length()))).append(value);
  }

  private static void comparisons(TextPage out, List<Comparison> comparisons) {
    boolean isJudged = comparisons.stream().anyMatch(each -> each.metric() == Metric.LLM_ACC);
    Metric metric = isJudged ? Metric.LLM_ACC : Metric.CONTAIN_SHORT;
    List<Comparison> shown = comparisons.stream().filter(each -> each.metric() == metric).toList();
    if (shown.isEmpty()) {
      return;
    }
    out.blank().line(isJudged ? "Differences (judge):" : "Differences (right):");
    shown.stream().limit(MAX_COMPARISONS).forEach(each -> comparison(out, each));
    if (shown.size() > MAX_COMPARISONS) {
      out.line("  and " + (shown.size() - MAX_COMPARISONS) + " more in the report");
    }
  }

  private static void comparison(TextPage out, Comparison each) {
    StrategyKey winner = each.winner();
    String text =
        each.first().label()
            + " - "
            + each.second().label()
            + String.format(
                Locale.ROOT,
                ": %+.1f points (%.1f to %.1f), p %.3f (Holm); ",
                each.difference().mean() * 100,
                each.difference().interval().low() * 100,
                each.difference().interval().high() * 100,
                each.p().holm())
            + (winner == null ? "no winner" + detectable(each) : winner.label() + " is better");
    out.hanging("  ", text, "    ");
  }

  /** Equal values of all questions say nothing about what could be detected. */
  private static String detectable(Comparison each) {
    return each.difference().smallestDetectable() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "; smallest detectable difference %.1f points",
            each.difference().smallestDetectable() * 100);
  }

  private static void front(TextPage out, List<StrategyKey> front) {
    if (!front.isEmpty()) {
      out.blank()
          .hanging(
              "",
              "Pareto front of right answers and tokens: "
                  + String.join(", ", front.stream().map(StrategyKey::label).toList()),
              "  ");
    }
  }

  private static String percent(OptionalDouble share) {
    return share.isPresent()
        ? String.format(Locale.ROOT, "%.1f", share.getAsDouble() * 100)
        : NOT_MEASURED;
  }

  private static String interval(SummaryRow row, Metric metric) {
    Interval interval = row.intervals().get(metric);
    return interval == null
        ? NOT_MEASURED
        : String.format(Locale.ROOT, "%.1f-%.1f", interval.low() * 100, interval.high() * 100);
  }

  private static String number(SummaryRow row, Metric metric) {
    OptionalDouble mean = row.means().get(metric);
    return mean.isPresent() ? Formatting.number(Math.round(mean.getAsDouble())) : NOT_MEASURED;
  }

  private static String decimal(SummaryRow row, Metric metric) {
    OptionalDouble mean = row.means().get(metric);
    return mean.isPresent() ? String.format(Locale.ROOT, "%.2f", mean.getAsDouble()) : NOT_MEASURED;
  }

  private static String median(SummaryRow row) {
    Latency latency = row.latency();
    return latency == null
        ? NOT_MEASURED
        : String.format(Locale.ROOT, "%.1f", latency.medianMillis() / 1_000.0)
            + (latency.underLoad() ? "*" : "");
  }

  private static boolean hidesSupport(SummaryRow row) {
    return row.means().get(Metric.ABSTENTION).isPresent();
  }

  private static boolean isUnderLoad(SummaryRow row) {
    return row.latency() != null && row.latency().underLoad();
  }
}
