package dev.arag.evaluation.internal.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.data.SummaryRow;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The content of a report.
 *
 * @param summary the scores
 * @param isRuleBased whether the rule-based model of this library gave the answers
 * @param manifest the manifest of the results (their configuration) as a JSON object
 * @param judge the settings and counts of the judge by name; empty if there was no judge
 * @param questions the questions in the order of their file
 * @param runs the runs of each question, by its id
 */
public record ReportData(
    Summary summary,
    boolean isRuleBased,
    String manifest,
    Map<String, Object> judge,
    List<Question> questions,
    Map<String, List<EvaluatedRun>> runs) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public ReportData {
    requireNonNull(summary, "summary");
    requireNonNull(manifest, "manifest");
    judge = Collections.unmodifiableMap(new LinkedHashMap<>(requireNonNull(judge, "judge")));
    questions = List.copyOf(requireNonNull(questions, "questions"));
    runs = Map.copyOf(requireNonNull(runs, "runs"));
  }

  /**
   * The seconds that the index took to build: {@code information.indexSeconds} of the manifest.
   * Empty if unknown.
   */
  OptionalDouble indexSeconds() throws IOException {
    JsonNode seconds = JSON.readTree(manifest).at("/information/indexSeconds");
    return seconds.isNumber() ? OptionalDouble.of(seconds.doubleValue()) : OptionalDouble.empty();
  }

  IndexCost indexCost(SummaryRow row) throws IOException {
    return IndexCost.of(row, JSON.readTree(manifest));
  }

  List<EvaluatedRun> runsOf(Question question) {
    return runs.getOrDefault(question.id(), List.of());
  }
}
