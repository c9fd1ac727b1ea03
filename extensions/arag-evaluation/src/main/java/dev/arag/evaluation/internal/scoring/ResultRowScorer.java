package dev.arag.evaluation.internal.scoring;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Outcome;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.token.TokenCounter;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.MetricValues;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.metric.CitationMetrics;
import dev.arag.evaluation.internal.metric.CostMetrics;
import dev.arag.evaluation.internal.metric.GoldSupport;
import dev.arag.evaluation.internal.metric.RetrievalMetrics;
import dev.arag.evaluation.internal.metric.ShownText;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.metric.AnswerMetrics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes the scores of single rows. Immutable and thread-safe. */
public final class ResultRowScorer {
  private final GoldParagraphs paragraphs;

  /**
   * @param paragraphs the paragraphs of the data set; {@link GoldParagraphs#NONE} if unknown
   */
  public ResultRowScorer(GoldParagraphs paragraphs) {
    this.paragraphs = requireNonNull(paragraphs, "paragraphs");
  }

  /**
   * Computes the scores of one run.
   *
   * @param question the question of the row
   * @param isJudgedRight the verdict of the judge; null if there is none. An unanswered row is
   *     wrong without a verdict if {@code hasJudge}.
   * @param hasJudge whether a judge is used
   * @throws dev.arag.core.error.AragException if the trajectory of the row is corrupt
   */
  public QuestionScores score(
      ResultRow row, Question question, @Nullable Boolean isJudgedRight, boolean hasJudge) {
    requireNonNull(row, "row");
    return new Scoring(row, question, paragraphs)
        .score(row.isAnswered() ? isJudgedRight : hasJudge ? Boolean.FALSE : null);
  }

  /**
   * Returns the scores of a question that was not run: it has no answer, so every accuracy is 0.
   *
   * @param measured the metrics of the other runs of the strategy; the result has no others
   */
  public static QuestionScores missing(Question question, int repeat, Set<Metric> measured) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (metric.isAccuracy() && measured.contains(metric)) {
        values.put(metric, 0.0);
      }
    }
    return new QuestionScores(
        question.id(),
        question.type(),
        repeat,
        false,
        new MetricValues(values),
        null,
        false,
        FailureClass.RUN_FAILED);
  }

  private static final class Scoring {
    private final ResultRow row;
    private final Question question;
    private final @Nullable RunDetails run;
    private GoldSupport gold;
    private final Map<Metric, Double> values = new EnumMap<>(Metric.class);

    Scoring(ResultRow row, Question question, GoldParagraphs paragraphs) {
      this.row = row;
      this.question = question;
      this.gold = GoldSupport.of(question, paragraphs);
      this.run = row.run();
    }

    QuestionScores score(@Nullable Boolean isJudgedRight) {
      values.putAll(CostMetrics.of(row));
      if (row.isAnswered()) {
        values.put(Metric.ANSWER_TOKENS, (double) TokenCounter.o200k().count(row.answer()));
      }
      if (run != null && run.hidesSupport()) {
        put(Metric.ABSTENTION, run.outcome() == Outcome.NOT_FOUND);
        return scores(null);
      }
      addAnswer(isJudgedRight);
      Optional<Trajectory> trajectory = run == null ? Optional.empty() : run.trajectory();
      trajectory.ifPresent(this::addRetrieval);
      if (run != null && row.isAnswered()) {
        values.putAll(CitationMetrics.of(run.citations(), gold));
      }
      return scores(isRight() ? null : failure(trajectory));
    }

    private QuestionScores scores(@Nullable FailureClass failure) {
      return new QuestionScores(
          question.id(),
          question.type(),
          run == null ? 0 : run.repeat(),
          row.isAnswered(),
          new MetricValues(values),
          latencyMillis().orElse(null),
          run != null && run.underLoad(),
          failure);
    }

    private Optional<Long> latencyMillis() {
      return run == null || run.strategy().equals(RunDetails.SENTENCE_DUMP)
          ? Optional.empty()
          : Optional.of(run.latencyMillis());
    }

    private void addRetrieval(Trajectory trajectory) {
      ShownText shown = ShownText.of(trajectory);
      gold = gold.in(shown);
      values.putAll(RetrievalMetrics.of(shown, gold));
    }

    private void addAnswer(@Nullable Boolean isJudgedRight) {
      List<String> golds = question.golds();
      String main = golds.isEmpty() ? "" : golds.get(0);
      String text = row.isAnswered() ? row.answer() : "";
      put(Metric.CONTAIN_TEXT, AnswerMetrics.containsSubstring(text, main));
      if (run != null) {
        String answer = row.isAnswered() ? run.shortAnswer() : "";
        put(Metric.CONTAIN_SHORT, AnswerMetrics.contains(answer, golds));
        put(Metric.EXACT, AnswerMetrics.isExact(answer, golds));
        values.put(Metric.F1, AnswerMetrics.f1(answer, golds));
      }
      if (isJudgedRight != null) {
        put(Metric.LLM_ACC, isJudgedRight);
      }
    }

    private void put(Metric metric, boolean isRight) {
      values.put(metric, isRight ? 1.0 : 0.0);
    }

    private FailureClass failure(Optional<Trajectory> trajectory) {
      return trajectory
          .map(record -> Triage.of(record, question.golds(), gold))
          .orElse(row.isAnswered() ? FailureClass.UNKNOWN : FailureClass.RUN_FAILED);
    }

    /** Uses the verdict of the judge, else the short answer, else the whole text. */
    private boolean isRight() {
      for (Metric metric : List.of(Metric.LLM_ACC, Metric.CONTAIN_SHORT, Metric.CONTAIN_TEXT)) {
        Double value = values.get(metric);
        if (value != null) {
          return value == 1;
        }
      }
      return false;
    }
  }
}
