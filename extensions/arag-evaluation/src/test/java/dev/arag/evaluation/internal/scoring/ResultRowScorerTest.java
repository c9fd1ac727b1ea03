package dev.arag.evaluation.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResultRowScorerTest {
  private static final ResultRowScorer SCORER = new ResultRowScorer(GoldParagraphs.NONE);

  private static QuestionScores score(ResultRow row) {
    return SCORER.score(row, Runs.QUESTION, null, false);
  }

  private static QuestionScores score(ScriptedChatModel model) {
    return score(Runs.row(Runs.QUESTION, Runs.run(model)));
  }

  private static void assertValue(QuestionScores scores, Metric metric, double expected) {
    assertThat(scores.values().get(metric)).as(metric.wireName()).hasValue(expected);
  }

  private static RunDetails details(
      StopReason stopReason, Outcome outcome, String failure, Map<String, String> setting) {
    return new RunDetails(
        "arag",
        "default",
        3,
        setting,
        "",
        stopReason,
        outcome,
        failure,
        RunUsage.NONE,
        50,
        true,
        List.of(),
        "");
  }

  @Test
  void scoresARightAnswer() {
    QuestionScores scores =
        score(Runs.search("Lee", "Norway").answer("Norway [tarn: \"Tarn is in Norway\"]"));
    assertThat(scores.question()).isEqualTo("q1");
    assertThat(scores.type()).isEqualTo("2hop");
    assertThat(scores.isAnswered()).isTrue();
    assertThat(scores.failure()).isNull();
    assertThat(scores.latencyMillis()).isEqualTo(1234);
    for (Metric metric :
        List.of(Metric.CONTAIN_SHORT, Metric.CONTAIN_TEXT, Metric.EXACT, Metric.F1)) {
      assertValue(scores, metric, 1);
    }
    assertThat(scores.values().get(Metric.LLM_ACC)).isEmpty();
    assertValue(scores, Metric.CHUNK_RECALL, 1);
    assertValue(scores, Metric.SUPPORTED_CITATIONS, 1);
    assertValue(scores, Metric.CITATION_RECALL, 0.5);
    assertValue(scores, Metric.MODEL_CALLS, 2);
    assertValue(scores, Metric.TURNS, 2);
    assertValue(scores, Metric.TOOL_CALLS, 1);
    assertThat(scores.values().get(Metric.ANSWER_TOKENS).getAsDouble()).isBetween(3.0, 20.0);
    assertThat(scores.values().get(Metric.COST)).isEmpty();
  }

  @Test
  void computesTheCostFromPrices() {
    Trajectory run = Runs.answered("Norway [ann]");
    RunUsage usage = RunUsage.of(run, Prices.perMillion(1_000_000, 0, 2_000_000));
    assertThat(usage.cost()).isEqualTo((double) usage.inputTokens() + 2 * usage.outputTokens());
  }

  @Test
  void aClosingCallIsNoTurn() {
    Trajectory run =
        Runs.run(
            Runs.search("Ann Lee").answer("Norway [ann]"), Budget.builder().maxTurns(1).build());
    RunUsage usage = RunUsage.of(run, null);
    assertThat(usage.modelCalls()).isEqualTo(2);
    assertThat(usage.turns()).isEqualTo(1);
  }

  @Test
  void theShortAnswerDecides() {
    QuestionScores scores =
        score(
            Runs.search("Lee", "Norway")
                .answer("Denmark [bob: \"born in Denmark\"]\n\nOthers say that it is Norway."));
    assertValue(scores, Metric.CONTAIN_SHORT, 0);
    assertValue(scores, Metric.CONTAIN_TEXT, 1);
    assertThat(scores.failure()).isEqualTo(FailureClass.OTHER_ENTITY);
  }

  @Test
  void theJudgeDecidesOnTheFailure() {
    ResultRow row =
        Runs.row(Runs.QUESTION, Runs.run(Runs.search("Lee", "Norway").answer("Norge [tarn]")));
    assertThat(SCORER.score(row, Runs.QUESTION, true, true).failure()).isNull();
    assertThat(SCORER.score(row, Runs.QUESTION, false, true).failure()).isNotNull();
    QuestionScores error = SCORER.score(row, Runs.QUESTION, null, true);
    assertThat(error.values().get(Metric.LLM_ACC)).isEmpty();
    assertThat(error.failure()).isNotNull();
  }

  @Test
  void aFailedRunIsWrongWithoutAJudge() {
    ResultRow row =
        ResultRow.of(Runs.QUESTION, null, "no network", details(null, null, "transport", Map.of()));
    QuestionScores scores = SCORER.score(row, Runs.QUESTION, null, true);
    assertThat(scores.isAnswered()).isFalse();
    assertThat(scores.failure()).isEqualTo(FailureClass.RUN_FAILED);
    for (Metric metric : Metric.values()) {
      if (metric.isAccuracy()) {
        assertValue(scores, metric, 0);
      }
    }
    assertThat(scores.values().get(Metric.PROMPT_TOKENS)).isEmpty();
    assertThat(scores.values().get(Metric.CHUNK_RECALL)).isEmpty();
    assertThat(scores.repeat()).isEqualTo(3);
    assertThat(scores.underLoad()).isTrue();
  }

  @Test
  void aQuestionThatWasNotRunIsWrong() {
    QuestionScores scores =
        ResultRowScorer.missing(
            Runs.QUESTION, 0, EnumSet.of(Metric.CONTAIN_SHORT, Metric.PROMPT_TOKENS));
    assertThat(scores.isAnswered()).isFalse();
    assertValue(scores, Metric.CONTAIN_SHORT, 0);
    assertThat(scores.values().get(Metric.LLM_ACC)).isEmpty();
    assertThat(scores.values().get(Metric.PROMPT_TOKENS)).isEmpty();
    assertThat(scores.failure()).isEqualTo(FailureClass.RUN_FAILED);
  }

  @ParameterizedTest
  @EnumSource
  void withHiddenSupportOnlyNotFoundIsCorrect(Outcome outcome) {
    RunDetails run =
        details(StopReason.ANSWERED, outcome, null, Map.of(RunDetails.HIDE_SUPPORT, "true"));
    QuestionScores scores = score(ResultRow.of(Runs.QUESTION, null, "", run));
    assertValue(scores, Metric.ABSTENTION, outcome == Outcome.NOT_FOUND ? 1 : 0);
    assertThat(scores.values().get(Metric.CONTAIN_SHORT)).isEmpty();
    assertThat(scores.failure()).isNull();
  }

  @Test
  void aRowOfTheReferenceHasNoValuesThatNeedMore() {
    ResultRow row =
        ResultRow.parse(
            "{\"qid\":\"q1\",\"question\":\"?\",\"pred_answer\":\"It is in Norway.\",\"loops\":4,"
                + "\"total_retrieved_tokens\":77,\"total_cost\":0.5,\"trajectory\":[]}");
    QuestionScores scores = score(row);
    assertThat(scores.values().asMap())
        .containsOnlyKeys(
            Metric.CONTAIN_TEXT,
            Metric.ANSWER_TOKENS,
            Metric.RETRIEVED_TOKENS,
            Metric.TURNS,
            Metric.TOOL_CALLS,
            Metric.COST);
    assertValue(scores, Metric.CONTAIN_TEXT, 1);
    assertValue(scores, Metric.TURNS, 4);
    assertThat(scores.failure()).isNull();
    assertThat(scores.latencyMillis()).isNull();
  }

  @Test
  void aWrongRowOfTheReferenceHasAnUnknownCause() {
    ResultRow row =
        ResultRow.parse("{\"qid\":\"q1\",\"question\":\"?\",\"pred_answer\":\"Denmark\"}");
    assertThat(score(row).failure()).isEqualTo(FailureClass.UNKNOWN);
  }

  @Test
  void aQuestionWithoutAGoldAnswerIsNeverRight() {
    Question question = new Question("q1", "?", List.of());
    QuestionScores scores =
        SCORER.score(Runs.row(question, Runs.answered("Norway [ann]")), question, null, false);
    assertValue(scores, Metric.CONTAIN_SHORT, 0);
    assertThat(scores.failure()).isEqualTo(FailureClass.UNKNOWN);
  }
}
