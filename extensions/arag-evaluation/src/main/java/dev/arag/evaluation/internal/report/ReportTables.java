package dev.arag.evaluation.internal.report;

import dev.arag.agent.step.Outcome;
import dev.arag.evaluation.data.Comparison;
import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Latency;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.report.HtmlTable.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The tables of a report: the scores, the comparisons, and an alternative for each plot. */
final class ReportTables {
  private static final List<Metric> ANSWERS =
      List.of(
          Metric.CONTAIN_SHORT,
          Metric.LLM_ACC,
          Metric.CONTAIN_TEXT,
          Metric.EXACT,
          Metric.F1,
          Metric.ANSWER_TOKENS,
          Metric.ABSTENTION);
  private static final List<Metric> RETRIEVAL =
      List.of(
          Metric.RETRIEVED_TOKENS,
          Metric.ALL_SUPPORT_FOUND,
          Metric.CHUNK_RECALL,
          Metric.CHUNK_PRECISION,
          Metric.CHUNK_READ_RECALL,
          Metric.CHUNK_READ_PRECISION,
          Metric.SECTION_RECALL,
          Metric.SECTION_PRECISION,
          Metric.SECTION_READ_RECALL,
          Metric.SECTION_READ_PRECISION,
          Metric.NDCG,
          Metric.FIRST_HIT_TURN);
  private static final List<Metric> CITATIONS =
      List.of(
          Metric.SUPPORTED_CITATIONS,
          Metric.VERBATIM,
          Metric.FABRICATED,
          Metric.CITATION_PRECISION,
          Metric.CITATION_RECALL);
  private static final List<Metric> COST =
      List.of(
          Metric.MODEL_CALLS,
          Metric.TURNS,
          Metric.TOOL_CALLS,
          Metric.PROMPT_TOKENS,
          Metric.CACHED_PROMPT_TOKENS,
          Metric.OUTPUT_TOKENS,
          Metric.COST);

  private final Summary summary;

  ReportTables(Summary summary) {
    this.summary = summary;
  }

  private static String label(SummaryRow row) {
    return row.key().label();
  }

  String answers() {
    List<String> heads = new ArrayList<>(List.of("strategy", "questions", "answered"));
    ANSWERS.forEach(metric -> heads.add(Figures.name(metric)));
    HtmlTable table =
        new HtmlTable(
            "Answers: means over all questions, where an unanswered question counts as wrong; below"
                + " each mean its 95 % interval",
            heads);
    for (SummaryRow row : summary.rows()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(label(row)));
      cells.add(Cell.of(Figures.number(row.questions())));
      cells.add(Cell.of(Figures.percent(row.coverage())));
      ANSWERS.forEach(metric -> cells.add(cell(row, metric)));
      table.row(cells);
    }
    return table.html();
  }

  String retrieval() {
    return metrics("Retrieval: means over the questions for which the value is known", RETRIEVAL);
  }

  String citations() {
    return metrics("Citations: means over the questions for which the value is known", CITATIONS);
  }

  /** The cost of the index, and that of a question. */
  String cost(ReportData data) throws IOException {
    List<SummaryRow> rows = measured(COST);
    if (rows.isEmpty()) {
      return "";
    }
    HtmlTable table =
        new HtmlTable(
            "Cost: requests that built the index, and means per question",
            Stream.concat(
                    Stream.of("strategy", "index: model calls", "index: tokens", "index: cost"),
                    COST.stream().map(Figures::name))
                .toList());
    for (SummaryRow row : rows) {
      IndexCost index = data.indexCost(row);
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(label(row)));
      cells.add(cell(index.modelCalls()));
      cells.add(
          index.inputTokens().isPresent() && index.outputTokens().isPresent()
              ? Cell.of(
                  Figures.number(
                      index.inputTokens().getAsDouble() + index.outputTokens().getAsDouble()))
              : Cell.of(Figures.NOT_MEASURED));
      cells.add(
          index.cost().isPresent()
              ? Cell.of(Figures.of(Metric.COST, index.cost().getAsDouble()))
              : Cell.of(Figures.NOT_MEASURED));
      COST.forEach(metric -> cells.add(cell(row, metric)));
      table.row(cells);
    }
    return table.html();
  }

  private static Cell cell(OptionalDouble value) {
    return Cell.of(value.isPresent() ? Figures.number(value.getAsDouble()) : Figures.NOT_MEASURED);
  }

  private List<SummaryRow> measured(List<Metric> metrics) {
    return summary.rows().stream()
        .filter(row -> metrics.stream().anyMatch(each -> row.means().get(each).isPresent()))
        .toList();
  }

  /** Returns the table of some metrics; empty if none of them was measured. */
  private String metrics(String caption, List<Metric> metrics) {
    List<SummaryRow> rows = measured(metrics);
    if (rows.isEmpty()) {
      return "";
    }
    List<String> heads =
        Stream.concat(Stream.of("strategy"), metrics.stream().map(Figures::name)).toList();
    HtmlTable table = new HtmlTable(caption, heads);
    for (SummaryRow row : rows) {
      table.row(
          Stream.concat(
                  Stream.of(Cell.of(label(row))), metrics.stream().map(metric -> cell(row, metric)))
              .toList());
    }
    return table.html();
  }

  private static Cell cell(SummaryRow row, Metric metric) {
    if (row.means().get(metric).isEmpty()) {
      return Cell.of(Figures.NOT_MEASURED);
    }
    String mean = Figures.of(metric, row.means().get(metric).getAsDouble());
    return new Cell(mean, interval(row, metric));
  }

  private static String interval(SummaryRow row, Metric metric) {
    Interval interval = row.intervals().get(metric);
    return interval == null
        ? ""
        : Figures.of(metric, interval.low()) + " to " + Figures.of(metric, interval.high());
  }

  /** Whether at least one row has a point in the plots of {@link #accuracy}. */
  boolean hasAccuracy() {
    return summary.rows().stream()
        .anyMatch(row -> row.means().get(Metric.CONTAIN_SHORT).isPresent());
  }

  /** The points of the plots of accuracy and tokens. */
  String accuracy() {
    HtmlTable table =
        new HtmlTable(
            "Points of the plots",
            List.of(
                "strategy",
                "right",
                "95 % interval",
                "retrieved tokens",
                "all tokens",
                "on the Pareto front"));
    for (SummaryRow row : summary.rows()) {
      table.row(
          label(row),
          cell(row, Metric.CONTAIN_SHORT).text(),
          interval(row, Metric.CONTAIN_SHORT),
          cell(row, Metric.RETRIEVED_TOKENS).text(),
          totalTokens(row),
          onFront(row));
    }
    return table.html();
  }

  private static String totalTokens(SummaryRow row) {
    OptionalDouble prompt = row.means().get(Metric.PROMPT_TOKENS);
    OptionalDouble output = row.means().get(Metric.OUTPUT_TOKENS);
    return prompt.isPresent() && output.isPresent()
        ? Figures.number(prompt.getAsDouble() + output.getAsDouble())
        : Figures.NOT_MEASURED;
  }

  private String onFront(SummaryRow row) {
    if (summary.pareto().isEmpty()) {
      return Figures.NOT_MEASURED;
    }
    return summary.pareto().contains(row.key()) ? "yes" : "no";
  }

  static boolean isWithin(Curve curve) {
    return curve.parameter().equals(Curve.TOTAL_TOKENS);
  }

  /** The parameters of the sweeps. */
  List<String> sweeps() {
    return summary.curves().stream()
        .filter(curve -> !isWithin(curve))
        .map(Curve::parameter)
        .distinct()
        .toList();
  }

  /** The points of the plot of accuracy at equal tokens: one column for each limit. */
  String within() {
    List<Curve> curves = summary.curves().stream().filter(ReportTables::isWithin).toList();
    List<String> limits =
        curves.get(0).points().stream()
            .map(point -> Figures.number(Double.parseDouble(point.value())))
            .toList();
    HtmlTable table =
        new HtmlTable(
            "Right with at most this number of tokens",
            Stream.concat(Stream.of("strategy"), limits.stream()).toList());
    for (Curve curve : curves) {
      Stream<String> shares =
          curve.points().stream().map(point -> Figures.percent(point.containShort()));
      table.row(Stream.concat(Stream.of(curve.strategy()), shares).toArray(String[]::new));
    }
    return table.html();
  }

  String curves(String parameter) {
    HtmlTable table =
        new HtmlTable(
            "Points of the plots",
            List.of("strategy", parameter, "right", "retrieved tokens", "all tokens"));
    for (Curve curve : summary.curves()) {
      if (curve.parameter().equals(parameter)) {
        curve.points().forEach(point -> table.row(row(curve, point)));
      }
    }
    return table.html();
  }

  private static String[] row(Curve curve, Curve.Point point) {
    return new String[] {
      curve.strategy(),
      point.value(),
      Figures.percent(point.containShort()),
      Figures.number(point.retrievedTokens()),
      Figures.number(point.totalTokens())
    };
  }

  /** The number of wrong answers by class; the columns are the classes that occur. */
  String failures() {
    List<FailureClass> classes =
        Stream.of(FailureClass.values())
            .filter(each -> summary.rows().stream().anyMatch(row -> row.triage().containsKey(each)))
            .toList();
    List<String> heads =
        Stream.concat(Stream.of("strategy"), classes.stream().map(Figures::name)).toList();
    HtmlTable table = new HtmlTable("Wrong answers by class", heads);
    for (SummaryRow row : summary.rows()) {
      Stream<String> counts =
          classes.stream().map(each -> Figures.number(row.triage().getOrDefault(each, 0)));
      table.row(Stream.concat(Stream.of(label(row)), counts).toArray(String[]::new));
    }
    return table.html();
  }

  /** The number of runs by the answerability of the question and the outcome of the answer. */
  String outcomes(ReportData data) {
    List<String> columns =
        Stream.concat(
                Stream.of(Outcome.values()).map(Enum::name), Stream.of(OutcomeCounts.NO_ANSWER))
            .toList();
    List<String> heads =
        Stream.concat(Stream.of("strategy", "question"), columns.stream().map(ReportTables::words))
            .toList();
    HtmlTable table = new HtmlTable("Outcomes of the answers, in runs", heads, 2);
    for (SummaryRow row : summary.rows()) {
      OutcomeCounts.of(data, row.key())
          .forEach(
              (label, counts) ->
                  table.row(
                      Stream.concat(
                              Stream.of(label(row), words(label)),
                              columns.stream()
                                  .map(each -> Figures.number(counts.getOrDefault(each, 0))))
                          .toArray(String[]::new)));
    }
    return table.html();
  }

  private static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  String latency() {
    HtmlTable table =
        new HtmlTable(
            "Seconds per question",
            List.of("strategy", "median", "90th percentile", "99th percentile", "measured"));
    for (SummaryRow row : summary.rows()) {
      Latency latency = row.latency();
      if (latency != null) {
        table.row(
            label(row),
            seconds(latency.medianMillis()),
            seconds(latency.p90Millis()),
            seconds(latency.p99Millis()),
            latency.underLoad() ? "under load" : "one run at a time");
      }
    }
    return table.html();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%,.2f", millis / 1_000.0);
  }

  /** The accuracy for each type of question; empty if no question has a type. */
  String types() {
    List<String> types =
        summary.rows().stream()
            .flatMap(row -> row.types().stream())
            .map(ReportTables::nameOf)
            .distinct()
            .sorted()
            .toList();
    if (types.isEmpty()) {
      return "";
    }
    List<String> heads = Stream.concat(Stream.of("strategy"), types.stream()).toList();
    HtmlTable table = new HtmlTable("Right (gold in short answer), by type of question", heads);
    for (SummaryRow row : summary.rows()) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(label(row))));
      types.forEach(type -> cells.add(typeCell(row, type)));
      table.row(cells);
    }
    return table.html();
  }

  private static String nameOf(SummaryRow.TypeRow row) {
    return Objects.requireNonNullElse(row.type(), "");
  }

  private static Cell typeCell(SummaryRow row, String type) {
    return row.types().stream()
        .filter(each -> nameOf(each).equals(type))
        .findFirst()
        .filter(each -> each.means().get(Metric.CONTAIN_SHORT).isPresent())
        .map(
            each ->
                new Cell(
                    Figures.percent(each.means().get(Metric.CONTAIN_SHORT).getAsDouble()),
                    "of " + Figures.number(each.questions())))
        .orElse(Cell.of(Figures.NOT_MEASURED));
  }

  /** The compared metrics, in the order of the comparisons. */
  List<Metric> comparedMetrics() {
    return summary.comparisons().stream().map(Comparison::metric).distinct().toList();
  }

  /** How many comparisons of a metric have a winner. */
  String winners(Metric metric) {
    List<Comparison> compared = comparisonsOf(metric);
    int won = (int) compared.stream().filter(each -> each.winner() != null).count();
    return won == 0
        ? "no winner in " + Figures.count(compared.size(), "comparison")
        : Figures.number(won)
            + " of "
            + Figures.count(compared.size(), "comparison")
            + (won == 1 ? " has a winner" : " have a winner");
  }

  private List<Comparison> comparisonsOf(Metric metric) {
    return summary.comparisons().stream().filter(each -> each.metric() == metric).toList();
  }

  String comparisons(Metric metric) {
    HtmlTable table =
        new HtmlTable(
            "Differences of " + Figures.name(metric) + ", first minus second",
            List.of(
                "first",
                "second",
                "better",
                "difference",
                "95 % interval",
                "p",
                "p (Holm)",
                "smallest detectable",
                "questions"),
            3);
    comparisonsOf(metric).forEach(each -> table.row(row(each)));
    return table.html();
  }

  /** If all differences are equal, their standard error says nothing. */
  private static String smallestDetectable(Comparison comparison) {
    double smallest = comparison.difference().smallestDetectable();
    return smallest == 0
        ? Figures.NOT_MEASURED
        : Figures.difference(comparison.metric(), smallest).substring(1);
  }

  private static String[] row(Comparison each) {
    Metric metric = each.metric();
    return new String[] {
      each.first().label(),
      each.second().label(),
      each.winner() == null ? "no winner" : each.winner().label(),
      Figures.difference(metric, each.difference().mean()),
      Figures.difference(metric, each.difference().interval().low())
          + " to "
          + Figures.difference(metric, each.difference().interval().high()),
      Figures.probability(each.p().uncorrected()),
      Figures.probability(each.p().holm()),
      smallestDetectable(each),
      Figures.number(each.questions())
    };
  }
}
