package dev.arag.evaluation.internal.results;

import dev.arag.agent.step.StopReason;
import dev.arag.core.error.AragException;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.data.Summary;
import dev.arag.evaluation.internal.report.EvaluatedRun;
import dev.arag.evaluation.internal.report.HumanCheck;
import dev.arag.evaluation.internal.report.ReportData;
import dev.arag.evaluation.internal.report.ReportWriter;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.scoring.QuestionScores;
import dev.arag.evaluation.internal.scoring.ResultRowScorer;
import dev.arag.evaluation.internal.statistics.Summarizer;
import dev.arag.evaluation.judge.Judge;
import dev.arag.evaluation.judge.JudgeCase;
import dev.arag.evaluation.judge.Judgement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Scores the results of folders. The rows are read twice if there is a judge: first for the answers
 * to judge, then for the scores. A row is in memory only while it is scored.
 */
public final class ResultsScoring {
  private static final long SEED = 1;
  private static final int JUDGE_WORKERS = 8;
  private static final int MAX_ANSWER = 400;
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final ResultsFolders results;
  private final Map<String, Question> questions = new LinkedHashMap<>();
  private final ResultRowScorer scorer;
  private final @Nullable Judge judge;
  private final Map<RunKey, Judgement> judgements = new HashMap<>();
  private final List<HumanCheck.Judged> judged = new ArrayList<>();

  /** The first folder with rows of a strategy or, for the best sentences, of a run. */
  private final Map<Record, Path> folderOf = new HashMap<>();

  /** The scored runs. A later row of the same run replaces an earlier one. */
  private final Map<StrategyKey, Map<RunKey, ScoredRun>> runs;

  public ResultsScoring(
      List<Path> folders,
      List<Question> questions,
      GoldParagraphs paragraphs,
      @Nullable Judge judge) {
    this.results = ResultsFolders.open(folders);
    this.scorer = new ResultRowScorer(paragraphs);
    this.judge = judge;
    this.runs = new TreeMap<>(order(results.strategies()));
    for (Question question : questions) {
      this.questions.put(question.id(), question);
    }
  }

  private record RunKey(StrategyKey strategy, String question, int repeat) {}

  private record ScoredRun(QuestionScores scores, EvaluatedRun run) {}

  /** Strategies in the order of the batch, then settings; numbers in texts by their value. */
  private static Comparator<StrategyKey> order(List<String> strategies) {
    return Comparator.<StrategyKey>comparingInt(key -> positionOf(key, strategies))
        .thenComparing(key -> sortable(key.label()))
        .thenComparing(StrategyKey::label)
        .thenComparing(key -> Objects.requireNonNullElse(key.profile(), ""));
  }

  private static int positionOf(StrategyKey key, List<String> strategies) {
    int position = strategies.indexOf(key.strategy());
    return position < 0 ? strategies.size() : position;
  }

  private static String sortable(String label) {
    return NUMBER
        .matcher(label)
        .replaceAll(number -> String.format(Locale.ROOT, "%20s", number.group()));
  }

  /**
   * The scored results.
   *
   * @param unasked the number of given questions that no strategy was asked
   * @param judged the judged answers; empty if there was no judge
   * @param incomplete the files whose last line was ignored because it is incomplete
   */
  public record Scored(
      ResultsFolders results,
      ReportData data,
      int unasked,
      List<HumanCheck.Judged> judged,
      List<Path> incomplete) {}

  public Scored score() {
    if (judge != null) {
      judgeAll(judge);
    }
    List<Path> incomplete = results.forEach(this::score);
    addStrategiesWithoutResults();
    List<Question> asked = askedQuestions();
    addMissing(asked);
    Summary summary = summary();
    ReportData data =
        new ReportData(
            summary, isRuleBased(), results.manifest(), describeJudge(), asked, runsByQuestion());
    return new Scored(results, data, questions.size() - asked.size(), judged, incomplete);
  }

  private boolean isRuleBased() {
    return results.isRuleBased();
  }

  private void judgeAll(Judge with) {
    results.requireOtherModels(with);
    Map<RunKey, JudgeCase> cases = new LinkedHashMap<>();
    results.forEach(
        stored -> {
          ResultRow row = stored.row();
          Question question = questionOf(stored);
          RunKey run = runOf(stored);
          boolean isScored = isFirstFolder(run, stored.file());
          if (isScored && row.isAnswered() && !question.golds().isEmpty() && !hidesSupport(row)) {
            cases.put(run, new JudgeCase(question.text(), question.golds(), row.answer()));
          }
        });
    List<Judgement> all = with.judgeAll(cases.values(), JUDGE_WORKERS);
    int next = 0;
    for (Map.Entry<RunKey, JudgeCase> each : cases.entrySet()) {
      Judgement judgement = all.get(next++);
      judgements.put(each.getKey(), judgement);
      judged.add(
          new HumanCheck.Judged(
              each.getKey().question(),
              each.getKey().strategy().label(),
              each.getValue(),
              judgement));
    }
  }

  private Map<String, Object> describeJudge() {
    Map<String, Object> described = new LinkedHashMap<>();
    if (judge != null) {
      described.put("model", judge.modelName());
      described.put("version", judge.version().wireName());
      described.put("strict", judge.isStrict());
      described.put("calls", judge.counts().calls());
      described.put("cached", judge.counts().cached());
      described.put("correct", judge.counts().correct());
      described.put("wrong", judge.counts().wrong());
      described.put("errors", judge.counts().errors());
    }
    return described;
  }

  private void score(StoredRow stored) {
    ResultRow row = stored.row();
    Question question = questionOf(stored);
    RunKey key = runOf(stored);
    boolean hasJudge = judge != null && !hidesSupport(row);
    if (!isFirstFolder(key, stored.file())) {
      return;
    }
    QuestionScores scores = score(stored, question, verdict(key).orElse(null), hasJudge);
    runs.computeIfAbsent(key.strategy(), each -> new LinkedHashMap<>())
        .put(key, new ScoredRun(scores, evaluated(key, row, question, scores)));
  }

  /**
   * Returns whether a row is scored. Several folders may contain the best sentences for a question,
   * which do not depend on the model; the first ones are used.
   *
   * @throws AragException if two folders contain runs of one strategy, which would replace each
   *     other
   */
  private boolean isFirstFolder(RunKey run, Path file) {
    StrategyKey strategy = run.strategy();
    boolean isDump = strategy.strategy().equals(RunDetails.SENTENCE_DUMP);
    Path folder = file.toAbsolutePath().getParent();
    Path first = folderOf.putIfAbsent(isDump ? run : strategy, folder);
    boolean isFirst = first == null || first.equals(folder);
    if (!isFirst && !isDump) {
      throw new AragException(
          "Both "
              + first
              + " and "
              + folder
              + " contain results of "
              + strategy.label()
              + ". Score them separately.");
    }
    return isFirst;
  }

  private QuestionScores score(
      StoredRow stored, Question question, @Nullable Boolean verdict, boolean hasJudge) {
    try {
      return scorer.score(stored.row(), question, verdict, hasJudge);
    } catch (AragException e) {
      throw new AragException(
          "The trajectory of the question \""
              + stored.row().id()
              + "\" in "
              + stored.file()
              + " is damaged: "
              + e.getMessage(),
          e);
    }
  }

  private Optional<Boolean> verdict(RunKey key) {
    return Optional.ofNullable(judgements.get(key))
        .map(Judgement::verdict)
        .filter(verdict -> verdict != Judgement.Verdict.ERROR)
        .map(verdict -> verdict == Judgement.Verdict.CORRECT);
  }

  private Question questionOf(StoredRow stored) {
    ResultRow row = stored.row();
    Question question = questions.get(row.id());
    if (question == null) {
      throw mismatch(stored, "is not among the given questions");
    }
    if (!question.text().strip().equals(row.question().strip())) {
      throw mismatch(stored, "has another text in the given questions");
    }
    return question;
  }

  private static AragException mismatch(StoredRow stored, String problem) {
    return new AragException(
        "The question \""
            + stored.row().id()
            + "\" in "
            + stored.file()
            + " "
            + problem
            + ". Use the questions that were answered.");
  }

  private static boolean hidesSupport(ResultRow row) {
    RunDetails run = row.run();
    return run != null && run.hidesSupport();
  }

  private static RunKey runOf(StoredRow stored) {
    return new RunKey(stored.key(), stored.row().id(), stored.repeat());
  }

  private static EvaluatedRun evaluated(
      RunKey key, ResultRow row, Question question, QuestionScores scores) {
    RunDetails run = row.run();
    return new EvaluatedRun(
        key.strategy(),
        key.repeat(),
        new EvaluatedRun.ScoredAnswer(
            shorten(run == null ? row.answer() : run.shortAnswer()),
            isRight(question, scores).orElse(null),
            endOf(row),
            scores.failure(),
            run == null ? null : run.outcome()),
        row.retrievedTokens(),
        run == null ? row.loops() : run.usage().modelCalls(),
        ReportWriter.pageOf(key.strategy(), row));
  }

  private static Optional<Boolean> isRight(Question question, QuestionScores scores) {
    OptionalDouble abstention = scores.values().get(Metric.ABSTENTION);
    if (abstention.isPresent()) {
      return Optional.of(abstention.getAsDouble() == 1);
    }
    return question.golds().isEmpty() ? Optional.empty() : Optional.of(scores.failure() == null);
  }

  private static String shorten(String answer) {
    if (answer.length() <= MAX_ANSWER) {
      return answer;
    }
    boolean isPair = Character.isHighSurrogate(answer.charAt(MAX_ANSWER - 1));
    return answer.substring(0, isPair ? MAX_ANSWER - 1 : MAX_ANSWER) + "…";
  }

  private static String endOf(ResultRow row) {
    RunDetails run = row.run();
    if (run != null && run.stopReason() != null) {
      boolean isByModel = run.stopReason() == StopReason.ANSWERED && run.outcome() != null;
      Enum<?> end = isByModel ? run.outcome() : run.stopReason();
      return String.valueOf(end).toLowerCase(Locale.ROOT).replace('_', ' ');
    }
    String error = row.error();
    return error == null ? "" : shorten(error);
  }

  private List<Question> askedQuestions() {
    Set<String> asked = new HashSet<>();
    runs.values().forEach(each -> each.keySet().forEach(run -> asked.add(run.question())));
    return questions.values().stream().filter(each -> asked.contains(each.id())).toList();
  }

  /** A batch that was stopped early may have no result of the strategies that it names last. */
  private void addStrategiesWithoutResults() {
    for (ResultsFolder folder : results.folders()) {
      for (String strategy : folder.strategies()) {
        if (!hasResults(folder, strategy)) {
          runs.computeIfAbsent(results.keyOf(strategy, folder), key -> new LinkedHashMap<>());
        }
      }
    }
  }

  private boolean hasResults(ResultsFolder folder, String strategy) {
    Path path = folder.folder().toAbsolutePath();
    return folderOf.entrySet().stream()
        .anyMatch(
            each ->
                each.getKey() instanceof StrategyKey key
                    && key.strategy().equals(strategy)
                    && each.getValue().equals(path));
  }

  /** Adds a wrong run for each question that another strategy was asked, but this one was not. */
  private void addMissing(List<Question> asked) {
    Set<Metric> measuredByAny = EnumSet.noneOf(Metric.class);
    runs.values().forEach(each -> measuredByAny.addAll(measured(each.values())));
    for (Map.Entry<StrategyKey, Map<RunKey, ScoredRun>> each : runs.entrySet()) {
      StrategyKey key = each.getKey();
      if (!key.setting().containsKey(RunDetails.HIDE_SUPPORT)) {
        // A strategy without any result is as wrong as one whose runs all failed.
        Set<Metric> measured =
            each.getValue().isEmpty() ? measuredByAny : measured(each.getValue().values());
        int repeats =
            1 + each.getValue().keySet().stream().mapToInt(RunKey::repeat).max().orElse(0);
        for (Question question : asked) {
          for (int repeat = 0; repeat < repeats; repeat++) {
            each.getValue()
                .computeIfAbsent(
                    new RunKey(key, question.id(), repeat),
                    run -> missing(run, question, measured));
          }
        }
      }
    }
  }

  private static Set<Metric> measured(Collection<ScoredRun> runs) {
    Set<Metric> measured = EnumSet.noneOf(Metric.class);
    runs.forEach(each -> measured.addAll(each.scores().values().asMap().keySet()));
    return measured;
  }

  private static ScoredRun missing(RunKey run, Question question, Set<Metric> measured) {
    QuestionScores scores = ResultRowScorer.missing(question, run.repeat(), measured);
    return new ScoredRun(
        scores,
        new EvaluatedRun(
            run.strategy(),
            run.repeat(),
            new EvaluatedRun.ScoredAnswer("", false, "not run", scores.failure(), null),
            0,
            0,
            ""));
  }

  private Summary summary() {
    Map<StrategyKey, List<QuestionScores>> scores = new LinkedHashMap<>();
    runs.forEach(
        (key, each) -> scores.put(key, each.values().stream().map(ScoredRun::scores).toList()));
    Summary summary = new Summarizer(SEED).summarize(scores);
    return isRuleBased() ? withoutRanking(summary) : summary;
  }

  private static Summary withoutRanking(Summary summary) {
    return new Summary(summary.questions(), summary.rows(), List.of(), List.of(), summary.curves());
  }

  private Map<String, List<EvaluatedRun>> runsByQuestion() {
    Map<String, List<EvaluatedRun>> byQuestion = new HashMap<>();
    for (Map<RunKey, ScoredRun> each : runs.values()) {
      each.values().stream()
          .sorted(Comparator.comparingInt(scored -> scored.run().repeat()))
          .forEach(
              scored ->
                  byQuestion
                      .computeIfAbsent(scored.scores().question(), id -> new ArrayList<>())
                      .add(scored.run()));
    }
    return byQuestion;
  }
}
