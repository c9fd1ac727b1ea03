package dev.arag.evaluation.internal.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.answer.Markup;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Summary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page {@code index.html}. It contains its style, its scripts and its data, and loads nothing.
 * Its content security policy allows only the two scripts and the style that this class writes.
 * Text from data files is escaped in the markup. In the data blocks, {@code <} is escaped, and the
 * script of the page sets texts only as text content.
 */
final class ReportPage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RULE_BASED =
      "rule-based model, not an LLM: the figures do not show the quality of agents";

  private final ReportData data;
  private final Summary summary;
  private final List<String> labels;
  private final ReportTables tables;
  private final Writer out;

  ReportPage(ReportData data, Writer out) {
    this.data = data;
    this.summary = data.summary();
    this.labels = summary.rows().stream().map(row -> row.key().label()).toList();
    this.tables = new ReportTables(summary);
    this.out = out;
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
    accuracy();
    scaling();
    retrieval();
    cost();
    failures();
    questions();
    configuration();
    out.write("</main>\n");
    dataBlock("summary", json -> SummaryJson.write(data, json));
    dataBlock("page", new PageData(data, labels)::write);
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
    out.write(Figures.count(summary.questions(), "question") + ", ");
    out.write(Figures.count(summary.rows().size(), "row") + " of results.");
    out.write(" A row contains the runs of one strategy with one setting.</p>\n");
    if (data.isRuleBased()) {
      out.write("<p class=\"banner\" role=\"note\">" + RULE_BASED + "</p>\n");
    }
    out.write("<noscript><p class=\"banner\">The plots and the list of questions need JavaScript.");
    out.write("</p></noscript>\n<nav aria-label=\"Sections\"><ul>\n");
    link("scores", "Scores");
    link("accuracy", "Accuracy and tokens");
    if (!tables.sweeps().isEmpty()) {
      link("scaling", "Scaling");
    }
    link("retrieval", "Retrieval and citations");
    link("cost", "Cost and latency");
    link("failures", "Failures");
    link("browse", "Questions");
    link("configuration", "Configuration");
    out.write("</ul></nav>\n</header>\n");
  }

  private void link(String id, String text) throws IOException {
    out.write("<li><a href=\"#" + id + "\">" + text + "</a></li>\n");
  }

  private void startSection(String id, String heading) throws IOException {
    out.write("<section aria-labelledby=\"" + id + "\">\n");
    out.write("<h2 id=\"" + id + "\">" + heading + "</h2>\n");
  }

  private void endSection() throws IOException {
    out.write("</section>\n");
  }

  private void paragraph(String text) throws IOException {
    out.write("<p class=\"small\">" + text + "</p>\n");
  }

  private void scores() throws IOException {
    startSection("scores", "Scores");
    out.write(tables.answers());
    out.write(tables.types());
    out.write(tables.outcomes(data));
    comparisons();
    endSection();
  }

  private void comparisons() throws IOException {
    out.write("<h3>Comparisons</h3>\n");
    if (data.isRuleBased()) {
      paragraph("The report of a rule-based model contains no comparisons and no ranking.");
      return;
    }
    if (summary.comparisons().isEmpty()) {
      paragraph("There are no two strategies with equal settings to compare.");
      return;
    }
    paragraph(
        "Paired comparisons of the questions that both strategies have a value for. There is no"
            + " winner if the interval covers 0, or if p after Holm's correction is at least 0.05."
            + " The smallest detectable difference is the one that a test with these questions"
            + " would find with a power of 80 %.");
    boolean isFirst = true;
    for (Metric metric : tables.comparedMetrics()) {
      out.write(isFirst ? "<details open>" : "<details>");
      out.write("<summary>" + Figures.name(metric) + ": " + tables.winners(metric));
      out.write("</summary>\n" + tables.comparisons(metric) + "</details>\n");
      isFirst = false;
    }
  }

  private void accuracy() throws IOException {
    startSection("accuracy", "Accuracy and tokens");
    if (tables.hasAccuracy()) {
      paragraph(
          "Each point is one row; the vertical line is the 95 % interval of the accuracy. A point that"
              + " another one covers is drawn larger. The axes show the range of the values."
              + (summary.pareto().isEmpty()
                  ? ""
                  : " No row is both more accurate and cheaper than a row on the Pareto front."));
      out.write("<div class=\"plots\">\n");
      canvas("retrieved", "", "Accuracy against retrieved tokens");
      canvas("total", "", "Accuracy against all tokens");
      out.write("</div>\n");
      alternative(tables.accuracy());
      within();
    } else {
      paragraph("The results contain no short answers, so that there is nothing to plot.");
    }
    endSection();
  }

  private void within() throws IOException {
    if (summary.curves().stream().noneMatch(ReportTables::isWithin)) {
      return;
    }
    out.write("<h3>Accuracy at equal tokens</h3>\n");
    paragraph(
        "The share of all questions that were answered right with at most the given number of prompt"
            + " and output tokens.");
    canvas("within", "", "Accuracy at equal tokens");
    alternative(tables.within());
  }

  private void scaling() throws IOException {
    if (tables.sweeps().isEmpty()) {
      return;
    }
    startSection("scaling", "Scaling");
    for (String parameter : tables.sweeps()) {
      out.write("<h3>" + Markup.HTML.escape(parameter) + "</h3>\n<div class=\"plots\">\n");
      canvas("curve", parameter, "Accuracy for each value of " + parameter);
      canvas("tokens", parameter, "Tokens per question for each value of " + parameter);
      out.write("</div>\n");
      alternative(tables.curves(parameter));
    }
    endSection();
  }

  private void retrieval() throws IOException {
    startSection("retrieval", "Retrieval and citations");
    out.write(tables.retrieval());
    out.write(tables.citations());
    endSection();
  }

  private void cost() throws IOException {
    startSection("cost", "Cost and latency");
    out.write(tables.cost(data));
    OptionalDouble seconds = data.indexSeconds();
    if (seconds.isPresent()) {
      paragraph("The index was built in " + Figures.number(seconds.getAsDouble()) + " seconds.");
    }
    if (summary.rows().stream().allMatch(row -> row.latency() == null)) {
      paragraph("The results contain no times.");
    } else {
      paragraph(
          "Wall-clock time of a run. Times that were measured while other runs were active are"
              + " marked as under load; they do not show the speed of a single run.");
      canvas("latency", "", "Seconds per question, per row");
      alternative(tables.latency());
    }
    endSection();
  }

  private void failures() throws IOException {
    startSection("failures", "Failures");
    if (summary.rows().stream().allMatch(row -> row.triage().isEmpty())) {
      paragraph("There are no wrong answers.");
    } else {
      paragraph("The most likely cause of each wrong answer.");
      canvas("failures", "", "Wrong answers by class, per row");
      alternative(tables.failures());
      out.write(
          "<details><summary>What the classes mean</summary>\n<dl class=\"manifest card\">\n");
      for (FailureClass failure : FailureClass.values()) {
        out.write("<dt>" + Figures.name(failure) + "</dt>");
        out.write("<dd>" + Markup.HTML.escape(failure.description()) + "</dd>\n");
      }
      out.write("</dl>\n</details>\n");
    }
    endSection();
  }

  private void canvas(String plot, String parameter, String label) throws IOException {
    String escaped = Markup.HTML.escape(label);
    out.write("<div class=\"card\"><div class=\"plot\"><canvas role=\"img\" aria-label=\"");
    out.write(escaped + ". The table below has the same figures.\" data-plot=\"" + plot);
    out.write("\" data-parameter=\"" + Markup.HTML.escape(parameter));
    out.write("\"></canvas></div></div>\n");
  }

  private void alternative(String table) throws IOException {
    out.write("<details><summary>Figures as a table</summary>\n" + table + "</details>\n");
  }

  private void questions() throws IOException {
    startSection("browse", "Questions");
    paragraph(
        "Open a question to see its runs. Each run leads to its trajectory, if there is one.");
    out.write("<div class=\"filters\">\n");
    out.write("<label>Text, id or answer<input type=\"search\" id=\"search\"></label>\n");
    startSelect("row", "Strategy");
    for (int i = 0; i < labels.size(); i++) {
      option(Integer.toString(i), labels.get(i));
    }
    endSelect();
    startSelect("result", "Result");
    option("wrong", "wrong");
    option("right", "right");
    option("mixed", "rows differ");
    endSelect();
    startSelect("failure", "Failure");
    for (FailureClass failure : FailureClass.values()) {
      option(failure.name(), Figures.name(failure));
    }
    endSelect();
    types();
    out.write("</div>\n<p class=\"small\" id=\"count\" role=\"status\"></p>\n");
    out.write("<ol class=\"questions\" id=\"list\"></ol>\n<div class=\"pages\">");
    out.write("<button type=\"button\" id=\"previous\">Previous 50</button>");
    out.write("<button type=\"button\" id=\"next\">Next 50</button></div>\n");
    endSection();
  }

  private void types() throws IOException {
    List<String> types =
        data.questions().stream()
            .flatMap(question -> Optional.ofNullable(question.type()).stream())
            .distinct()
            .sorted()
            .toList();
    if (!types.isEmpty()) {
      startSelect("type", "Type");
      for (String type : types) {
        option(type, type);
      }
      endSelect();
    }
  }

  private void startSelect(String id, String label) throws IOException {
    out.write("<label>" + label + "<select id=\"" + id + "\">");
    option("", "all");
  }

  private void option(String value, String text) throws IOException {
    out.write("<option value=\"" + Markup.HTML.escape(value) + "\">");
    out.write(Markup.HTML.escape(text) + "</option>");
  }

  private void endSelect() throws IOException {
    out.write("</select></label>\n");
  }

  private void configuration() throws IOException {
    startSection("configuration", "Configuration");
    out.write("<h3>Manifest of the results</h3>\n");
    values(JSON.readTree(data.manifest()));
    out.write("<h3>Judge</h3>\n");
    if (data.judge().isEmpty()) {
      paragraph("No LLM judged the answers.");
    } else {
      values(JSON.valueToTree(data.judge()));
    }
    endSection();
  }

  private void values(JsonNode object) throws IOException {
    if (object.isEmpty()) {
      paragraph("The results have no manifest.");
      return;
    }
    out.write("<dl class=\"manifest card\">\n");
    values("", object);
    out.write("</dl>\n");
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
      Stream<JsonNode> elements =
          Stream.iterate(0, i -> i < node.size(), i -> i + 1).map(node::get);
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
}
