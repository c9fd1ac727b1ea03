package dev.arag.evaluation.internal.report;

import dev.arag.agent.step.Outcome;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import dev.arag.evaluation.internal.statistics.Summarizer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A report with invented scores of many strategies, sweeps and types of questions. */
public final class SampleReport {
  private static final int QUESTIONS = 120;
  private static final FailureClass[] FAILURES = FailureClass.values();

  private final Random random = new Random(7);
  private final List<Question> questions = new ArrayList<>();
  private final Map<StrategyKey, List<QuestionScores>> scores = new LinkedHashMap<>();
  private final Map<String, List<EvaluatedRun>> runs = new LinkedHashMap<>();

  private SampleReport() {}

  /** Creates a report whose texts come from the question texts given; the rest is invented. */
  static ReportData of(boolean isRuleBased, String... hostileTexts) {
    SampleReport sample = new SampleReport();
    sample.addQuestions(hostileTexts);
    sample.add("direct", Map.of(), 0.3, 0);
    sample.add("naive-rag-k5", Map.of(), 0.5, 5_400);
    sample.add("hybrid-rag", Map.of(), 0.55, 5_200);
    sample.add("arag-naive", Map.of(), 0.7, 26_000);
    sample.add("arag", Map.of(), 0.85, 3_900);
    sample.addCopy("arag", "same-as-arag");
    sample.add("arag-no-keyword", Map.of(), 0.8, 4_400);
    sample.add("arag-no-semantic", Map.of(), 0.75, 3_600);
    sample.add("arag-no-read", Map.of(), 0.78, 6_100);
    sample.add("arag", Map.of("max-turns", "5"), 0.62, 2_400);
    sample.add("arag", Map.of("max-turns", "10"), 0.8, 3_500);
    sample.add("arag", Map.of("max-turns", "20"), 0.88, 4_100);
    sample.add("arag", Map.of("effort", "low"), 0.7, 2_900);
    sample.add("arag", Map.of("effort", "high"), 0.9, 4_900);
    Summary summary = new Summarizer(1).summarize(sample.scores);
    return new ReportData(
        summary,
        isRuleBased,
        """
        {"format": "arag-results", "version": 1, "configuration": {"model": "sample-model",
         "strategies": ["direct", "arag"], "profile": "default",
         "questions": {"number": 120, "hash": "3f1b"}}, "information": {"library": "0.1.0",
         "indexSeconds": 12.4, "indexCosts": {"direct": {"modelCalls": 300,
         "inputTokens": 90000, "outputTokens": 9000, "cost": 0.25}}}}
        """,
        Map.of("model", "judge-model", "version", "question", "calls", 240),
        sample.questions,
        sample.runs);
  }

  private void addQuestions(String... hostileTexts) {
    for (String text : hostileTexts) {
      questions.add(new Question(text, text, List.of(text), text, List.of(), List.of()));
    }
    for (int i = questions.size(); i < QUESTIONS; i++) {
      questions.add(
          new Question(
              "2hop__" + (1_000 + i * 37),
              "Who founded the company that built the bridge number " + i + " across the river?",
              List.of("Mira Voss", "M. Voss"),
              i % 3 == 0 ? "3hop" : "2hop",
              List.of(),
              List.of()));
    }
  }

  private void add(String strategy, Map<String, String> setting, double accuracy, int tokens) {
    StrategyKey key = new StrategyKey(strategy, "default", setting);
    for (Question question : questions) {
      add(key, question, random.nextDouble() < accuracy, tokens);
    }
  }

  /** Adds a strategy with the scores of another one. */
  private void addCopy(String original, String copy) {
    StrategyKey key = new StrategyKey(copy, "default", Map.of());
    scores.put(key, scores.get(new StrategyKey(original, "default", Map.of())));
    for (List<EvaluatedRun> each : runs.values()) {
      EvaluatedRun last = each.get(each.size() - 1);
      each.add(
          new EvaluatedRun(
              key, 0, last.answer(), last.retrievedTokens(), last.modelCalls(), last.page()));
    }
  }

  private void add(StrategyKey key, Question question, boolean isRight, int tokens) {
    FailureClass failure = isRight ? null : FAILURES[random.nextInt(FAILURES.length)];
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    double right = isRight ? 1 : 0;
    double retrieved = Math.rint(tokens * (0.5 + random.nextDouble()));
    values.put(Metric.CONTAIN_SHORT, right);
    values.put(Metric.CONTAIN_TEXT, Math.max(right, random.nextInt(2)));
    values.put(Metric.EXACT, right * random.nextInt(2));
    values.put(Metric.F1, right * random.nextDouble());
    values.put(Metric.ANSWER_TOKENS, 20.0 + random.nextInt(60));
    values.put(Metric.RETRIEVED_TOKENS, retrieved);
    values.put(Metric.PROMPT_TOKENS, retrieved * 2.5 + 900);
    values.put(Metric.CACHED_PROMPT_TOKENS, retrieved);
    values.put(Metric.OUTPUT_TOKENS, 200.0 + random.nextInt(200));
    values.put(Metric.MODEL_CALLS, 1.0 + random.nextInt(6));
    values.put(Metric.TURNS, 1.0 + random.nextInt(6));
    values.put(Metric.TOOL_CALLS, 1.0 * random.nextInt(6));
    values.put(Metric.CHUNK_RECALL, random.nextDouble());
    values.put(Metric.ALL_SUPPORT_FOUND, right);
    values.put(Metric.SUPPORTED_CITATIONS, random.nextDouble());
    long millis = 2_000 + random.nextInt(20_000);
    scores
        .computeIfAbsent(key, each -> new ArrayList<>())
        .add(
            new QuestionScores(
                question.id(),
                question.type(),
                0,
                true,
                new MetricValues(values),
                millis,
                key.strategy().equals("direct"),
                failure));
    runs.computeIfAbsent(question.id(), each -> new ArrayList<>())
        .add(
            new EvaluatedRun(
                key,
                0,
                new EvaluatedRun.ScoredAnswer(
                    isRight ? "Mira Voss" : question.text(),
                    isRight,
                    "answered",
                    failure,
                    Outcome.ANSWERED),
                (long) retrieved,
                values.get(Metric.MODEL_CALLS).intValue(),
                PageName.of(key, question.id(), 0)));
  }
}
