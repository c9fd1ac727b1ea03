package dev.arag.evaluation.internal.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.evaluation.data.Comparison;
import dev.arag.evaluation.data.Curve;
import dev.arag.evaluation.data.Interval;
import dev.arag.evaluation.data.Latency;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code summary.json}, version 1. A value that was not measured is null. Times are in
 * seconds, and shares are between 0 and 1.
 *
 * <pre>
 * version, questions, ruleBased, manifest, indexSeconds
 * rows         strategy, profile, setting, questions, coverage, one field for each {@link Metric},
 *              indexModelCalls, indexInputTokens, indexOutputTokens, indexCost,
 *              latency {median, p90, p99, underLoad}, intervals {metric: [low, high]},
 *              triage {class: runs}, outcomes {answerability: {outcome: runs}},
 *              types [{type, questions, one field for each metric}]
 * comparisons  metric, first, second, questions, difference, low, high, p, pHolm,
 *              smallestDetectable, winner (the label of a row, or null)
 * pareto       labels of rows
 * curves       parameter, strategy, points [{value, containShort, retrievedTokens, totalTokens}]
 * judge        null if there was no judge
 * </pre>
 */
final class SummaryJson {
  private static final int VERSION = 1;
  private static final double MILLIS = 1_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ReportData data;
  private final JsonGenerator out;

  private SummaryJson(ReportData data, JsonGenerator out) {
    this.data = data;
    this.out = out;
  }

  static void write(ReportData data, JsonGenerator out) throws IOException {
    new SummaryJson(data, out).summary();
  }

  private void summary() throws IOException {
    Summary summary = data.summary();
    out.writeStartObject();
    out.writeNumberField("version", VERSION);
    out.writeNumberField("questions", summary.questions());
    out.writeBooleanField("ruleBased", data.isRuleBased());
    out.writeFieldName("manifest");
    JSON.writeTree(out, JSON.readTree(data.manifest()));
    out.writeFieldName("indexSeconds");
    value(data.indexSeconds());
    array("rows", summary.rows(), this::row);
    array("comparisons", summary.comparisons(), this::comparison);
    array("pareto", summary.pareto(), key -> out.writeString(key.label()));
    array("curves", summary.curves(), this::curve);
    out.writeFieldName("judge");
    JSON.writeValue(out, data.judge().isEmpty() ? null : data.judge());
    out.writeEndObject();
  }

  private interface Element<T> {
    void write(T element) throws IOException;
  }

  private <T> void array(String name, Iterable<T> elements, Element<T> element) throws IOException {
    out.writeArrayFieldStart(name);
    for (T each : elements) {
      element.write(each);
    }
    out.writeEndArray();
  }

  private void row(SummaryRow row) throws IOException {
    out.writeStartObject();
    out.writeStringField("strategy", row.key().strategy());
    out.writeStringField("profile", Objects.requireNonNullElse(row.key().profile(), ""));
    out.writeObjectFieldStart("setting");
    for (Map.Entry<String, String> each : row.key().setting().entrySet()) {
      out.writeStringField(each.getKey(), each.getValue());
    }
    out.writeEndObject();
    out.writeNumberField("questions", row.questions());
    out.writeNumberField("coverage", row.coverage());
    metrics(row.means());
    IndexCost index = data.indexCost(row);
    out.writeFieldName("indexModelCalls");
    value(index.modelCalls());
    out.writeFieldName("indexInputTokens");
    value(index.inputTokens());
    out.writeFieldName("indexOutputTokens");
    value(index.outputTokens());
    out.writeFieldName("indexCost");
    value(index.cost());
    latency(row.latency());
    intervals(row);
    out.writeObjectFieldStart("triage");
    for (var each : row.triage().entrySet()) {
      out.writeNumberField(each.getKey().name(), each.getValue());
    }
    out.writeEndObject();
    out.writeFieldName("outcomes");
    JSON.writeValue(out, OutcomeCounts.of(data, row.key()));
    array("types", row.types(), this::type);
    out.writeEndObject();
  }

  private void metrics(MetricValues values) throws IOException {
    for (Metric metric : Metric.values()) {
      out.writeFieldName(metric.wireName());
      value(values.get(metric));
    }
  }

  private void value(OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      out.writeNumber(value.getAsDouble());
    } else {
      out.writeNull();
    }
  }

  private void latency(@Nullable Latency latency) throws IOException {
    if (latency == null) {
      out.writeNullField("latency");
      return;
    }
    out.writeObjectFieldStart("latency");
    out.writeNumberField("median", latency.medianMillis() / MILLIS);
    out.writeNumberField("p90", latency.p90Millis() / MILLIS);
    out.writeNumberField("p99", latency.p99Millis() / MILLIS);
    out.writeBooleanField("underLoad", latency.underLoad());
    out.writeEndObject();
  }

  private void intervals(SummaryRow row) throws IOException {
    out.writeObjectFieldStart("intervals");
    for (Map.Entry<Metric, Interval> each : row.intervals().entrySet()) {
      out.writeFieldName(each.getKey().wireName());
      double[] bounds = {each.getValue().low(), each.getValue().high()};
      out.writeArray(bounds, 0, bounds.length);
    }
    out.writeEndObject();
  }

  private void type(SummaryRow.TypeRow type) throws IOException {
    out.writeStartObject();
    out.writeStringField("type", Objects.requireNonNullElse(type.type(), ""));
    out.writeNumberField("questions", type.questions());
    metrics(type.means());
    out.writeEndObject();
  }

  private void comparison(Comparison comparison) throws IOException {
    out.writeStartObject();
    out.writeStringField("metric", comparison.metric().wireName());
    out.writeStringField("first", comparison.first().label());
    out.writeStringField("second", comparison.second().label());
    out.writeNumberField("questions", comparison.questions());
    out.writeNumberField("difference", comparison.difference().mean());
    out.writeNumberField("low", comparison.difference().interval().low());
    out.writeNumberField("high", comparison.difference().interval().high());
    out.writeNumberField("p", comparison.p().uncorrected());
    out.writeNumberField("pHolm", comparison.p().holm());
    out.writeNumberField("smallestDetectable", comparison.difference().smallestDetectable());
    StrategyKey winner = comparison.winner();
    out.writeStringField("winner", winner == null ? null : winner.label());
    out.writeEndObject();
  }

  private void curve(Curve curve) throws IOException {
    out.writeStartObject();
    out.writeStringField("parameter", curve.parameter());
    out.writeStringField("strategy", curve.strategy());
    array("points", curve.points(), this::point);
    out.writeEndObject();
  }

  private void point(Curve.Point point) throws IOException {
    out.writeStartObject();
    out.writeStringField("value", point.value());
    out.writeNumberField("containShort", point.containShort());
    out.writeNumberField("retrievedTokens", point.retrievedTokens());
    out.writeNumberField("totalTokens", point.totalTokens());
    out.writeEndObject();
  }
}
