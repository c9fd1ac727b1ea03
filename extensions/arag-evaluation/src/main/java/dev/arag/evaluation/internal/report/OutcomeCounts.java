package dev.arag.evaluation.internal.report;

import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.StrategyKey;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts runs by the answerability of their question and by the outcome of their answer. */
final class OutcomeCounts {
  /** The name of questions without an answerability. */
  static final String UNKNOWN = "UNKNOWN";

  /** The name of runs without an outcome. */
  static final String NO_ANSWER = "NO_ANSWER";

  private OutcomeCounts() {}

  /** Returns the number of runs of a row by answerability and outcome, both by their names. */
  static Map<String, Map<String, Integer>> of(ReportData data, StrategyKey key) {
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (Question question : data.questions()) {
      for (EvaluatedRun run : data.runsOf(question)) {
        if (run.key().equals(key)) {
          counts
              .computeIfAbsent(name(question.answerability(), UNKNOWN), each -> new TreeMap<>())
              .merge(name(run.answer().outcome(), NO_ANSWER), 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  private static String name(@Nullable Enum<?> constant, String absent) {
    return constant == null ? absent : constant.name();
  }
}
