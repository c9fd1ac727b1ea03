package dev.arag.evaluation.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Markup;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page {@code index.html}. It contains its style, its scripts and its data, and loads nothing.
 * Its content security policy allows only the two scripts and the style that this class writes. Text
 * from data files is escaped in the markup. In the data blocks, {@code <} is escaped, and the script
 * of the page sets texts only as text content.
 */
final class ReportPage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RULE_BASED =
      "rule-based model: shows that the machinery works, says nothing about agents";

  private final ReportData data;
  private final Summary summary;
  private final ReportTables tables;
  private final Map<StrategyKey, Integer> positions = new HashMap<>();
  private final Writer out;

  ReportPage(ReportData data, Writer out) {
    this.data = data;
    this.summary = data.summary();
    this.tables = new ReportTables(summary, this::label);
    this.out = out;
    summary.rows().forEach(row -> positions.put(row.key(), positions.size()));
  }

  /** Returns the name of a row. It contains the profile only if the profiles of rows differ. */
  private String label(SummaryRow row) {
    boolean hasProfiles =
        summary.rows().stream().map(each -> each.key().profile()).distinct().count() > 1;
    return hasProfiles ? row.key().label() + " (" + row.key().profile() + ")" : row.key().label();
  }

  void write() throws IOException {
    PageResource style = PageResource.read("report.css");
    PageResource library = PageResource.read("chartjs/chart.umd.js");
    PageResource script = PageResource.read("report.js");
    out.write(head(style, library, script));
    out.write("<body>\n");
    header();
    out.write("<main>\n");
    scores();
    plots();
    questions();
    configuration();
    out.write("</main>\n");
    dataBlock("summary", json -> SummaryJson.write(data, json));
    dataBlock("page", this::page);
    out.write("<script>" + library.text() + "</script>\n<script>" + script.text() + "</script>\n");
    out.write("</body>\n</html>\n");
  }

  private static String head(PageResource style, PageResource library, PageResource script) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src %s; script-src %s %s; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>Evaluation report</title>
        <style>%s</style>
        </head>
        """
        .formatted(style.source(), library.source(), script.source(), style.text());
  }

  private void header() throws IOException {
    out.write("<header>\n<p class=\"kind\">A-RAG for Java</p>\n<h1>Evaluation report</h1>\n<p>");
    out.write(Figures.number(summary.questions()) + " questions, ");
    out.write(Figures.number(summary.rows().size()) + " rows of results.");
    out.write(" One row contains the runs of one strategy with one setting.</p>\n");
    if (data.isRuleBased()) {
      out.write("<p class=\"banner\" role=\"note\">" + RULE_BASED + "</p>\n");
    }
    out.write("<noscript><p class=\"banner\">This page needs JavaScript for the plots and the list");
    out.write(" of questions. The tables are shown without it.</p></noscript>\n");
    out.write("<nav aria-label=\"Sections\"><ul>\n");
    link("scores", "Scores");
    link("accuracy", "Accuracy and tokens");
    if (!tables.sweeps().isEmpty()) {
      link("scaling", "Scaling");
    }
    link("failures", "Failures");
    link("latency", "Latency");
    link("browse", "Questions");
    link("configuration", "Configuration");
    out.write("</ul></nav>\n</header>\n");
  }

  private void link(String id, String text) throws IOException {
    out.write("<li><a href=\"#" + id + "\">" + text + "</a></li>\n");
  }

  private void section(String id, String heading) throws IOException {
    out.write("<section aria-labelledby=\"" + id + "\">\n");
    out.write("<h2 id=\"" + id + "\">" + heading + "</h2>\n");
  }

  private void paragraph(String text) throws IOException {
    out.write("<p class=\"small\">" + text + "</p>\n");
  }

  private void scores() throws IOException {
    section("scores", "Scores");
    out.write(tables.answers());
    out.write(tables.types());
    out.write(tables.retrieval());
    out.write(tables.citations());
    out.write(tables.cost());
    comparisons();
    out.write("</section>\n");
  }

  private void comparisons() throws IOException {
    out.write("<h3>Comparisons</h3>\n");
    if (data.isRuleBased()) {
      paragraph("The report of a rule-based model contains no comparisons and no ranking.");
    } else if (summary.comparisons().isEmpty()) {
      paragraph("There are no two rows with equal settings to compare.");
    } else {
      paragraph(
          "Each comparison uses the questions that both rows have a value for. There is no winner if"
              + " the interval covers 0, or if p after Holm's correction is at least 0.05. The"
              + " smallest detectable difference is the one that a test with these questions would"
              + " find with a power of 80 %.");
      out.write(tables.comparisons());
    }
  }

  private void plots() throws IOException {
    accuracy();
    scaling();
    section("failures", "Failures");
    paragraph("The most likely cause of each wrong answer:");
    out.write("<dl class=\"manifest\">\n");
    for (FailureClass failure : FailureClass.values()) {
      out.write("<dt>" + Figures.name(failure) + "</dt><dd>" + failure.description() + "</dd>\n");
    }
    out.write("</dl>\n");
    plot("failures", "", "Wrong answers by class, per row", tables.failures());
    out.write("</section>\n");
    latency();
  }

  private void accuracy() throws IOException {
    section("accuracy", "Accuracy and tokens");
    if (!tables.hasAccuracy()) {
      paragraph("The results contain no short answers, so that there is nothing to plot.");
    } else {
      paragraph(
          "Each point is one row; the vertical line is the 95 % interval of the accuracy."
              + (summary.pareto().isEmpty()
                  ? ""
                  : " No row is both more accurate and cheaper than a row on the Pareto front."));
      out.write("<div class=\"plots\">\n");
      canvas("retrieved", "", "Accuracy against retrieved tokens");
      canvas("total", "", "Accuracy against all tokens");
      out.write("</div>\n");
      alternative(tables.accuracy());
      within();
    }
    out.write("</section>\n");
  }

  private void within() throws IOException {
    if (summary.curves().stream().noneMatch(ReportTables::isWithin)) {
      return;
    }
    out.write("<h3>Accuracy at equal tokens</h3>\n");
    paragraph(
        "The share of all questions that were answered right with at most the given number of prompt"
            + " and output tokens.");
    plot("within", "", "Accuracy at equal tokens", tables.within());
  }

  private void scaling() throws IOException {
    if (tables.sweeps().isEmpty()) {
      return;
    }
    section("scaling", "Scaling");
    for (String parameter : tables.sweeps()) {
      out.write("<h3>" + Markup.HTML.escape(parameter) + "</h3>\n<div class=\"plots\">\n");
      canvas("curve", parameter, "Accuracy for each value of " + parameter);
      canvas("tokens", parameter, "Tokens per question for each value of " + parameter);
      out.write("</div>\n");
      alternative(tables.curves(parameter));
    }
    out.write("</section>\n");
  }

  private void latency() throws IOException {
    section("latency", "Latency");
    boolean underLoad =
        summary.rows().stream()
            .map(SummaryRow::latency)
            .anyMatch(each -> each != null && each.underLoad());
    if (summary.rows().stream().allMatch(row -> row.latency() == null)) {
      paragraph("The results contain no times.");
    } else {
      paragraph(
          "Wall-clock time of a run."
              + (underLoad
                  ? " Rows that are marked as under load were measured while other runs were active;"
                      + " they do not show the speed of a single run."
                  : ""));
      plot("latency", "", "Seconds per question, per row", tables.latency());
    }
    out.write("</section>\n");
  }

  private void plot(String plot, String parameter, String label, String table) throws IOException {
    canvas(plot, parameter, label);
    alternative(table);
  }

  private void canvas(String plot, String parameter, String label) throws IOException {
    String escaped = Markup.HTML.escape(label);
    out.write("<div class=\"card\"><div class=\"plot\"><canvas role=\"img\" aria-label=\"");
    out.write(escaped + "; the table below has the same figures\" data-plot=\"" + plot);
    out.write("\" data-parameter=\"" + Markup.HTML.escape(parameter) + "\"></canvas></div></div>\n");
  }

  private void alternative(String table) throws IOException {
    out.write("<details><summary>Figures of the plot as a table</summary>\n" + table);
    out.write("</details>\n");
  }

  private void questions() throws IOException {
    section("browse", "Questions");
    paragraph("Open a question to see its runs. Each run leads to its trajectory, if there is one.");
    out.write("<div class=\"filters\">\n");
    out.write("<label for=\"search\">Text, id or answer<input type=\"search\" id=\"search\">");
    out.write("</label>\n");
    select("row", "Strategy", "all", labels(), true);
    out.write("<label for=\"result\">Result<select id=\"result\">");
    out.write("<option value=\"\">all</option><option value=\"wrong\">wrong</option>");
    out.write("<option value=\"right\">right</option><option value=\"mixed\">rows differ</option>");
    out.write("</select></label>\n");
    select("failure", "Failure", "all", List.of(FailureClass.values()));
    List<String> types =
        data.questions().stream()
            .map(Question::type)
            .filter(type -> !type.isEmpty())
            .distinct()
            .sorted()
            .toList();
    if (!types.isEmpty()) {
      select("type", "Type", "all", types, false);
    }
    out.write("</div>\n<p class=\"small\" id=\"count\" role=\"status\"></p>\n");
    out.write("<ol class=\"questions\" id=\"list\"></ol>\n<div class=\"pages\">");
    out.write("<button type=\"button\" id=\"previous\">Previous 50</button>");
    out.write("<button type=\"button\" id=\"next\">Next 50</button></div>\n</section>\n");
  }

  private List<String> labels() {
    return summary.rows().stream().map(this::label).toList();
  }

  private void select(String id, String label, String all, List<String> values, boolean byIndex)
      throws IOException {
    startSelect(id, label, all);
    for (int i = 0; i < values.size(); i++) {
      String text = Markup.HTML.escape(values.get(i));
      option(byIndex ? Integer.toString(i) : text, text);
    }
    out.write("</select></label>\n");
  }

  private void select(String id, String label, String all, List<FailureClass> values)
      throws IOException {
    startSelect(id, label, all);
    for (FailureClass failure : values) {
      option(failure.name(), Figures.name(failure));
    }
    out.write("</select></label>\n");
  }

  private void startSelect(String id, String label, String all) throws IOException {
    out.write("<label for=\"" + id + "\">" + label + "<select id=\"" + id + "\">");
    option("", all);
  }

  private void option(String value, String text) throws IOException {
    out.write("<option value=\"" + value + "\">" + text + "</option>");
  }

  private void configuration() throws IOException {
    section("configuration", "Configuration");
    out.write("<h3>Manifest of the results</h3>\n<dl class=\"manifest card\">\n");
    values("", JSON.readTree(data.manifest()));
    out.write("</dl>\n<h3>Judge</h3>\n");
    if (data.judge().isEmpty()) {
      paragraph("No LLM judged the answers.");
    } else {
      out.write("<dl class=\"manifest card\">\n");
      values("", JSON.valueToTree(data.judge()));
      out.write("</dl>\n");
    }
    out.write("</section>\n");
  }

  /** Writes the values of nested objects with their path as name. */
  private void values(String path, JsonNode node) throws IOException {
    if (!node.isObject()) {
      out.write("<dt>" + Markup.HTML.escape(path) + "</dt><dd>" + value(node) + "</dd>\n");
      return;
    }
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      values(path.isEmpty() ? each.getKey() : path + "." + each.getKey(), each.getValue());
    }
  }

  private static String value(JsonNode node) {
    if (node.isArray()) {
      Stream<JsonNode> elements = Stream.iterate(0, i -> i < node.size(), i -> i + 1).map(node::get);
      return String.join(", ", elements.map(ReportPage::value).toList());
    }
    String text = node.isContainerNode() ? node.toString() : node.asText();
    return "<bdi>" + Markup.HTML.escape(text) + "</bdi>";
  }

  private interface JsonContent {
    void write(JsonGenerator json) throws IOException;
  }

  private void dataBlock(String id, JsonContent content) throws IOException {
    out.write("<script type=\"application/json\" id=\"" + id + "\">");
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setCharacterEscapes(new MarkupEscapes());
    content.write(json);
    json.close();
    out.write("</script>\n");
  }

  /** Escapes {@code <}, so that no text can end the script element or start a comment. */
  private static final class MarkupEscapes extends CharacterEscapes {
    private final int[] escapes = CharacterEscapes.standardAsciiEscapesForJSON();

    MarkupEscapes() {
      escapes['<'] = CharacterEscapes.ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return escapes.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }

  /** Writes what the script needs in addition to the summary. */
  private void page(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("rowLabels");
    for (String label : labels()) {
      json.writeString(label);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("front");
    for (StrategyKey key : summary.pareto()) {
      json.writeNumber(positionOf(key));
    }
    json.writeEndArray();
    json.writeObjectFieldStart("triageLabels");
    for (FailureClass failure : FailureClass.values()) {
      json.writeStringField(failure.name(), Figures.name(failure));
    }
    json.writeEndObject();
    json.writeArrayFieldStart("questions");
    for (Question question : data.questions()) {
      question(json, question);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private int positionOf(StrategyKey key) {
    return requireNonNull(positions.get(key), () -> "no row for " + key);
  }

  private void question(JsonGenerator json, Question question) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", question.id());
    json.writeStringField("text", question.text());
    json.writeStringField("type", question.type());
    json.writeArrayFieldStart("golds");
    for (String gold : question.golds()) {
      json.writeString(gold);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("runs");
    for (EvaluatedRun run : data.runsOf(question)) {
      run(json, run);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void run(JsonGenerator json, EvaluatedRun run) throws IOException {
    json.writeStartObject();
    json.writeNumberField("row", positionOf(run.key()));
    json.writeNumberField("repeat", run.repeat());
    json.writeFieldName("right");
    JSON.writeValue(json, run.isRight());
    json.writeStringField("answer", run.answer().isEmpty() ? null : run.answer());
    json.writeStringField("stop", run.end().isEmpty() ? null : run.end());
    FailureClass failure = run.failure();
    json.writeStringField("failure", failure == null ? null : failure.name());
    json.writeNumberField("tokens", run.retrievedTokens());
    json.writeNumberField("calls", run.modelCalls());
    json.writeStringField("page", run.page().isEmpty() ? null : run.page());
    json.writeEndObject();
  }
}
