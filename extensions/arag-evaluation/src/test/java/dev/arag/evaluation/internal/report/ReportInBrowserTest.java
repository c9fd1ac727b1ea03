package dev.arag.evaluation.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opens the report in a headless Chromium. Skipped if there is none. */
public final class ReportInBrowserTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DecimalFormatSymbols US = DecimalFormatSymbols.getInstance(Locale.US);
  private static final Offset<Double> ROUNDING = Offset.offset(1e-9);
  private static final String HOSTILE =
      "</script><script>window.hostile=1</script><img src=x onerror=window.hostile=1>";

  /** The value of each drawn point, computed back from its position on the canvas. */
  private static final String DRAWN =
      """
      (() => Object.values(Chart.instances).map((chart) => ({
        plot: chart.canvas.dataset.plot,
        parameter: chart.canvas.dataset.parameter,
        sets: chart.data.datasets.map((set, index) => ({
          label: set.label,
          data: set.data,
          stepped: set.stepped,
          dash: set.borderDash,
          radii: chart.getDatasetMeta(index).data.map((point) => point.options?.radius),
          width: set.segment?.borderWidth({ p0DataIndex: 0, p1DataIndex: 1 }),
          drawn: chart.getDatasetMeta(index).data.map((point) => ({
            x: chart.scales.x.getValueForPixel(point.x),
            y: chart.scales.y.getValueForPixel(point.y),
          })),
        })),
        labels: chart.data.labels,
        xMax: chart.scales.x.max,
        yMin: chart.scales.y.min,
        yMax: chart.scales.y.max,
      })))()
      """;

  @TempDir static Path folder;

  private static Path page;
  private static JsonNode summary;
  private static Chromium browser;

  @BeforeAll
  static void openPage() throws Exception {
    assumeTrue(Chromium.executable().isPresent(), "no Chromium on the path");
    page = new ReportWriter(folder).write(SampleReport.of(false, HOSTILE));
    summary = JSON.readTree(folder.resolve("summary.json").toFile());
    browser = Chromium.start();
  }

  @AfterAll
  static void closeBrowser() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  private static JsonNode plot(String name, String parameter) throws Exception {
    browser.open(page, 1280, 900, false);
    for (JsonNode plot : browser.evaluate(DRAWN)) {
      if (plot.get("plot").asText().equals(name)
          && plot.get("parameter").asText().equals(parameter)) {
        return plot;
      }
    }
    throw new AssertionError("no plot " + name);
  }

  private static JsonNode set(JsonNode plot, String label) {
    for (JsonNode set : plot.get("sets")) {
      if (set.get("label").asText().equals(label)) {
        return set;
      }
    }
    throw new AssertionError("no series " + label + " in " + plot);
  }

  private static List<JsonNode> rowsOf(String strategy) {
    List<JsonNode> rows = new ArrayList<>();
    summary
        .get("rows")
        .forEach(
            row -> {
              if (row.get("strategy").asText().equals(strategy)) {
                rows.add(row);
              }
            });
    return rows;
  }

  private static double totalTokens(JsonNode row) {
    return row.get("promptTokens").asDouble() + row.get("outputTokens").asDouble();
  }

  @ParameterizedTest
  @CsvSource({"retrieved", "total"})
  void pointsOfAccuracyAndTokensEqualTheSummary(String name) throws Exception {
    JsonNode plot = plot(name, "");
    int points = 0;
    for (JsonNode set : plot.get("sets")) {
      if (set.get("label").asText().equals("Pareto front")) {
        continue;
      }
      List<JsonNode> rows = rowsOf(set.get("label").asText());
      assertThat(set.get("data")).hasSize(rows.size());
      for (int i = 0; i < rows.size(); i++) {
        JsonNode row = rows.get(i);
        double tokens =
            name.equals("total") ? totalTokens(row) : row.get("retrievedTokens").asDouble();
        double accuracy = row.get("containShort").asDouble();
        JsonNode point = set.get("data").get(i);
        assertThat(point.get("x").asDouble()).isEqualTo(tokens, ROUNDING);
        assertThat(point.get("y").asDouble()).isEqualTo(accuracy, ROUNDING);
        JsonNode interval = row.at("/intervals/containShort");
        assertThat(point.get("low").asDouble()).isEqualTo(interval.get(0).asDouble(), ROUNDING);
        assertThat(point.get("high").asDouble()).isEqualTo(interval.get(1).asDouble(), ROUNDING);
        JsonNode drawn = set.get("drawn").get(i);
        assertThat(drawn.get("y").asDouble()).isEqualTo(accuracy, Offset.offset(0.005));
        assertThat(drawn.get("x").asDouble())
            .isEqualTo(tokens, Offset.offset(plot.get("xMax").asDouble() / 100));
        points++;
      }
    }
    assertThat(points).isEqualTo(summary.get("rows").size());
  }

  @ParameterizedTest
  @CsvSource({"retrieved", "total"})
  void aPointThatAnotherOneCoversIsLarger(String name) throws Exception {
    JsonNode plot = plot(name, "");
    double covering = set(plot, "arag").get("radii").get(0).asDouble();
    assertThat(set(plot, "same-as-arag").get("radii").get(0).asDouble()).isEqualTo(covering + 4);
  }

  @Test
  void accuracyAtEqualTokensIsDrawnInStepsAndCoveredLinesAreWider() throws Exception {
    JsonNode plot = plot("within", "");
    assertThat(plot.get("sets")).allMatch(set -> set.get("stepped").asText().equals("before"));
    assertThat(set(plot, "arag").get("width").asInt()).isEqualTo(2);
    assertThat(set(plot, "same-as-arag").get("width").asInt()).isGreaterThan(2);
    assertThat(set(plot, "same-as-arag").get("dash")).isNotEqualTo(set(plot, "arag").get("dash"));
    assertThat(set(plot("curve", "effort"), "arag").get("dash")).isEmpty();
  }

  @Test
  void theAxesFitTheValues() throws Exception {
    for (String name : List.of("retrieved", "total")) {
      JsonNode plot = plot(name, "");
      double low = 1;
      double high = 0;
      for (JsonNode row : summary.get("rows")) {
        low = Math.min(low, row.at("/intervals/containShort/0").asDouble());
        high = Math.max(high, row.at("/intervals/containShort/1").asDouble());
      }
      assertThat(plot.get("yMin").asDouble()).isBetween(low - 0.121, low).isPositive();
      assertThat(plot.get("yMax").asDouble()).isBetween(high, Math.min(1, high + 0.121));
    }
    JsonNode curve = plot("curve", "effort");
    assertThat(curve.get("yMin").asDouble()).isGreaterThan(0.5);
    JsonNode tokens = plot("tokens", "effort");
    assertThat(tokens.get("yMin").asDouble()).isPositive();
    assertThat(plot("within", "").get("yMin").asDouble()).isZero();
  }

  @Test
  void theParetoFrontEqualsTheSummary() throws Exception {
    JsonNode front = set(plot("total", ""), "Pareto front").get("data");
    List<String> names = new ArrayList<>();
    front.forEach(point -> names.add(point.get("name").asText()));
    List<String> expected = new ArrayList<>();
    summary.get("pareto").forEach(name -> expected.add(name.asText()));
    assertThat(expected).hasSizeGreaterThan(1);
    assertThat(names).containsExactlyElementsOf(expected);
  }

  @Test
  void pointsOfAccuracyAtEqualTokensEqualTheSummary() throws Exception {
    JsonNode plot = plot("within", "");
    int curves = 0;
    for (JsonNode curve : summary.get("curves")) {
      if (curve.get("parameter").asText().equals("total-tokens")) {
        JsonNode data = set(plot, curve.get("strategy").asText()).get("data");
        assertThat(data).hasSameSizeAs(curve.get("points"));
        for (int i = 0; i < data.size(); i++) {
          JsonNode point = curve.get("points").get(i);
          assertThat(data.get(i).get("x").asDouble()).isEqualTo(point.get("value").asDouble());
          assertThat(data.get(i).get("y").asDouble())
              .isEqualTo(point.get("containShort").asDouble(), ROUNDING);
        }
        curves++;
      }
    }
    assertThat(curves).isEqualTo(plot.get("sets").size()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"max-turns", "effort"})
  void pointsOfSweepsEqualTheSummary(String parameter) throws Exception {
    JsonNode accuracy = plot("curve", parameter);
    JsonNode tokens = plot("tokens", parameter);
    int points = 0;
    for (JsonNode curve : summary.get("curves")) {
      if (curve.get("parameter").asText().equals(parameter)) {
        for (JsonNode point : curve.get("points")) {
          int index = indexOf(accuracy.get("labels"), point.get("value").asText());
          String strategy = curve.get("strategy").asText();
          assertThat(set(accuracy, strategy).get("data").get(index).asDouble())
              .isEqualTo(point.get("containShort").asDouble(), ROUNDING);
          assertThat(set(tokens, strategy).get("data").get(index).asDouble())
              .isEqualTo(point.get("totalTokens").asDouble(), ROUNDING);
          points++;
        }
      }
    }
    assertThat(points).isGreaterThan(1);
  }

  private static int indexOf(JsonNode labels, String label) {
    for (int i = 0; i < labels.size(); i++) {
      if (labels.get(i).asText().equals(label)) {
        return i;
      }
    }
    throw new AssertionError("no label " + label + " in " + labels);
  }

  @Test
  void barsOfFailuresEqualTheSummary() throws Exception {
    JsonNode plot = plot("failures", "");
    assertThat(plot.get("labels")).hasSameSizeAs(summary.get("rows"));
    for (int i = 0; i < plot.get("labels").size(); i++) {
      JsonNode triage = summary.get("rows").get(i).get("triage");
      int drawn = 0;
      for (JsonNode set : plot.get("sets")) {
        String name = set.get("label").asText().toUpperCase(Locale.ROOT);
        int count = triage.path(name.replace(' ', '_')).asInt();
        assertThat(set.get("data").get(i).asInt()).isEqualTo(count);
        drawn += count;
      }
      int total = 0;
      for (JsonNode count : triage) {
        total += count.asInt();
      }
      assertThat(drawn).isEqualTo(total);
    }
  }

  @Test
  void barsOfLatencyEqualTheSummary() throws Exception {
    JsonNode plot = plot("latency", "");
    String[] fields = {"median", "p90", "p99"};
    for (int i = 0; i < summary.get("rows").size(); i++) {
      JsonNode latency = summary.get("rows").get(i).get("latency");
      for (int j = 0; j < fields.length; j++) {
        assertThat(plot.get("sets").get(j).get("data").get(i).asDouble())
            .isEqualTo(latency.get(fields[j]).asDouble(), ROUNDING);
      }
    }
    assertThat(plot.get("labels").get(0).asText()).isEqualTo("direct, under load");
  }

  @ParameterizedTest
  @CsvSource({"1280", "390"})
  void barsOfLatencyShowTheirSecondsInsideOfTheCanvas(int width) throws Exception {
    browser.open(page, width, 900, false);
    JsonNode written =
        browser.evaluate(
            """
            (() => {
              const chart = Chart.getChart(document.querySelector("canvas[data-plot=latency]"));
              const texts = [];
              const fill = chart.ctx.fillText;
              chart.ctx.fillText = function (text, x, y) {
                texts.push({ text, end: x + this.measureText(text).width, width: chart.width });
                fill.call(this, text, x, y);
              };
              chart.draw();
              delete chart.ctx.fillText;
              return texts;
            })()
            """);
    List<String> texts = new ArrayList<>();
    for (JsonNode each : written) {
      texts.add(each.get("text").asText());
      assertThat(each.get("end").asDouble()).isLessThan(each.get("width").asDouble());
    }
    for (JsonNode row : summary.get("rows")) {
      double median = row.at("/latency/median").asDouble();
      assertThat(texts).contains(new DecimalFormat("0.#", US).format(median));
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void thePageFitsItsWindowAndReportsNoError(int width, boolean isDark) throws Exception {
    browser.open(page, width, 900, isDark);
    String tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assertThat(browser.evaluate(tooWide).asInt()).isZero();
    assertThat(browser.evaluate("window.hostile ?? 0").asInt()).isZero();
    assertThat(browser.events("Log.entryAdded")).isEmpty();
    assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.events("Network.requestWillBeSent"))
        .allMatch(each -> each.at("/params/request/url").asText().endsWith("/index.html"));
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void textHasEnoughContrast(boolean isDark) throws Exception {
    browser.open(page, 1280, 900, isDark);
    JsonNode low =
        browser.evaluate(
            """
            (() => {
              const channels = (color) => color.match(/[\\d.]+/g).map(Number);
              const luminance = (color) => {
                const [r, g, b] = channels(color).map((c) => {
                  const v = c / 255;
                  return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const background = (element) => {
                for (let at = element; at; at = at.parentElement) {
                  const color = getComputedStyle(at).backgroundColor;
                  const parts = channels(color);
                  if (parts.length < 4 || parts[3] > 0) return color;
                }
                return "rgb(255, 255, 255)";
              };
              const low = [];
              for (const element of document.querySelectorAll("body *")) {
                const ownText = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
                if (!ownText || ["SCRIPT", "NOSCRIPT"].includes(element.tagName) || element.disabled) continue;
                const [a, b] = [luminance(getComputedStyle(element).color), luminance(background(element))];
                const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (contrast < 4.5) low.push(element.tagName + " " + element.className + " " + contrast);
              }
              return low;
            })()
            """);
    assertThat(low).isEmpty();
  }

  @Test
  void theListOfQuestionsCanBeFilteredAndOpenedWithTheKeyboard() throws Exception {
    browser.open(page, 1280, 900, false);
    assertThat(count()).isEqualTo("Questions 1 to 50 of 120");
    browser.evaluate("document.getElementById('search').focus()");
    type("number 77 ");
    assertThat(count()).isEqualTo("Questions 1 to 1 of 1 (of 120 in total)");
    // Tab passes the four lists and reaches the question.
    for (int i = 0; i < 5; i++) {
      browser.pressKey("Tab", "\t");
    }
    assertThat(browser.evaluate("document.activeElement.tagName").asText()).isEqualTo("SUMMARY");
    browser.pressKey("Enter", "\r");
    // The browser reports the opened element a little later.
    browser.evaluate(
        "new Promise((found) => { const look = () =>"
            + " document.querySelector('.runs') ? found(1) : setTimeout(look, 5); look(); })");
    assertThat(browser.evaluate("document.querySelectorAll('.runs tbody tr').length").asInt())
        .isEqualTo(summary.get("rows").size());
    assertThat(browser.evaluate("document.querySelector('.runs a').getAttribute('href')").asText())
        .startsWith("runs/direct/");
  }

  @Test
  void filtersOfStrategyResultAndFailureAreCombined() throws Exception {
    browser.open(page, 1280, 900, false);
    int failures = summary.at("/rows/0/triage/GAVE_UP").asInt();
    select("row", "0");
    select("result", "wrong");
    select("failure", "GAVE_UP");
    assertThat(failures).isPositive();
    assertThat(count())
        .isEqualTo("Questions 1 to " + failures + " of " + failures + " (of 120 in total)");
    select("result", "right");
    assertThat(count()).isEqualTo("No question matches.");
  }

  @Test
  void nextAndPreviousTurnThePages() throws Exception {
    browser.open(page, 1280, 900, false);
    browser.evaluate("document.getElementById('next').click()");
    browser.evaluate("document.getElementById('next').click()");
    assertThat(count()).isEqualTo("Questions 101 to 120 of 120");
    assertThat(browser.evaluate("document.getElementById('next').disabled").asBoolean()).isTrue();
    browser.evaluate("document.getElementById('previous').click()");
    assertThat(count()).isEqualTo("Questions 51 to 100 of 120");
  }

  private static String count() throws Exception {
    return browser.evaluate("document.getElementById('count').textContent").asText();
  }

  private static void type(String text) throws Exception {
    for (char character : text.toCharArray()) {
      browser.pressKey(String.valueOf(character), String.valueOf(character));
    }
  }

  private static void select(String id, String value) throws Exception {
    browser.evaluate(
        "(() => { const list = document.getElementById('%s'); list.value = '%s';"
                .formatted(id, value)
            + " list.dispatchEvent(new Event('input')); })()");
  }
}
