package dev.arag.evaluation.internal.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.SummaryRow;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The data that the script of the page needs in addition to the summary: names, and the runs of
 * each question. Rows are named by their position in the summary.
 */
final class PageData {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ReportData data;
  private final List<String> labels;
  private final Map<StrategyKey, Integer> positions = new HashMap<>();

  /**
   * @param labels the names of the rows of the summary
   */
  PageData(ReportData data, List<String> labels) {
    this.data = data;
    this.labels = labels;
    for (SummaryRow row : data.summary().rows()) {
      positions.put(row.key(), positions.size());
    }
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    texts(json, "rowLabels", labels);
    json.writeArrayFieldStart("front");
    for (StrategyKey key : data.summary().pareto()) {
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

  private static void texts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private int positionOf(StrategyKey key) {
    return requireNonNull(positions.get(key), () -> "no row for " + key);
  }

  private void question(JsonGenerator json, Question question) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", question.id());
    json.writeStringField("text", question.text());
    json.writeStringField("type", Objects.requireNonNullElse(question.type(), ""));
    texts(json, "golds", question.golds());
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
    EvaluatedRun.ScoredAnswer answer = run.answer();
    json.writeFieldName("right");
    JSON.writeValue(json, answer.isRight());
    text(json, "answer", answer.text());
    text(json, "end", answer.end());
    FailureClass failure = answer.failure();
    text(json, "failure", failure == null ? "" : failure.name());
    json.writeNumberField("tokens", run.retrievedTokens());
    json.writeNumberField("calls", run.modelCalls());
    text(json, "page", run.page());
    json.writeEndObject();
  }

  /** Writes null for an empty text. */
  private static void text(JsonGenerator json, String name, String text) throws IOException {
    json.writeStringField(name, text.isEmpty() ? null : text);
  }
}
