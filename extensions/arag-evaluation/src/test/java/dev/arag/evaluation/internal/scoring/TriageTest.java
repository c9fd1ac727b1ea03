package dev.arag.evaluation.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.metric.GoldSupport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One planted run for each class. The gold chunks are ann and tarn, the gold answer is Norway. */
class TriageTest {
  private static FailureClass triage(Trajectory run) {
    return triage(run, Runs.QUESTION, GoldParagraphs.NONE);
  }

  private static FailureClass triage(Trajectory run, Question question, GoldParagraphs texts) {
    return Triage.of(run, question.golds(), GoldSupport.of(question, texts));
  }

  private static ScriptedChatModel searchAgain(ScriptedChatModel model, String... words) {
    return model.call("keyword_search", Map.of("keywords", List.of(words)));
  }

  @Test
  void neverRetrieved() {
    Trajectory run = Runs.run(Runs.search("Bob Lee").answer("Denmark [bob: \"born in Denmark\"]"));
    assertThat(triage(run)).isEqualTo(FailureClass.NEVER_RETRIEVED);
  }

  @Test
  void neverRetrievedIfOnlyAPartOfTheSupportWasShown() {
    Trajectory run = Runs.answered("Tarn [ann: \"Ann Lee was born in Tarn\"]");
    assertThat(triage(run)).isEqualTo(FailureClass.NEVER_RETRIEVED);
  }

  /** The chunk is too long for a search to show it whole, and the model never reads it. */
  @Test
  void retrievedButNotRead() {
    String filler = "Nothing happened on this day in the long history of the town. ".repeat(30);
    Trajectory run =
        Runs.run(
            Runs.corpus("Tarn is in Norway. " + filler),
            searchAgain(Runs.search("Ann Lee"), "Norway").answer("Denmark [ann: \"born in Tarn\"]"),
            Budget.defaults());
    assertThat(triage(run)).isEqualTo(FailureClass.RETRIEVED_NOT_READ);
  }

  @Test
  void answeredAnotherEntityOfTheShownText() {
    Trajectory run =
        Runs.run(
            Runs.search("Lee", "Norway").answer("Denmark [bob: \"Bob Lee was born in Denmark\"]"));
    assertThat(triage(run)).isEqualTo(FailureClass.OTHER_ENTITY);
  }

  @Test
  void answeredAnotherEntityInASentence() {
    Trajectory run =
        Runs.run(
            Runs.search("Lee", "Norway")
                .answer("She was born in Denmark [bob: \"Bob Lee was born in Denmark\"]"));
    assertThat(triage(run)).isEqualTo(FailureClass.OTHER_ENTITY);
  }

  @Test
  void readAndAnsweredWrong() {
    Trajectory run =
        Runs.run(Runs.search("Lee", "Norway").answer("Sweden [tarn: \"Tarn is in Norway\"]"));
    assertThat(triage(run)).isEqualTo(FailureClass.ANSWERED_WRONG);
  }

  @Test
  void aWrongYesOrNoIsNoOtherEntity() {
    Question question =
        new Question("q", "Was she?", List.of("yes"), "", List.of(), List.of("ann", "tarn"));
    Trajectory run =
        Runs.run(Runs.search("Lee", "Norway").answer("No [tarn: \"Tarn is in Norway\"]"));
    assertThat(triage(run, question, GoldParagraphs.NONE)).isEqualTo(FailureClass.ANSWERED_WRONG);
  }

  @Test
  void repeatedSearches() {
    ScriptedChatModel model = Runs.search("Bob Lee");
    for (String words : List.of("Bob", "sculptor", "Denmark")) {
      searchAgain(model, words);
    }
    Trajectory run = Runs.run(model.answer("Denmark [bob: \"born in Denmark\"]"));
    assertThat(triage(run)).isEqualTo(FailureClass.REPEATED_SEARCHES);
  }

  @Test
  void repeatedUntilTheRunWasStopped() {
    Trajectory run = Trajectory.of("?", List.of(), StopReason.REPEATING, Duration.ZERO);
    assertThat(triage(run)).isEqualTo(FailureClass.REPEATED_SEARCHES);
  }

  @Test
  void gaveUp() {
    Trajectory run =
        Runs.run(
            searchAgain(Runs.search("Ann Lee"), "Norway")
                .call("semantic_search", Map.of("query", "the country of Tarn"))
                .answer("NOT FOUND\nThe country is missing."));
    assertThat(run.outcome()).contains(Outcome.NOT_FOUND);
    assertThat(triage(run)).isEqualTo(FailureClass.GAVE_UP);
  }

  @Test
  void budget() {
    Trajectory run =
        Runs.run(
            searchAgain(Runs.search("Ann Lee"), "Bob").answer("Denmark [bob]"),
            Budget.builder().maxTurns(2).build());
    assertThat(run.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    assertThat(triage(run)).isEqualTo(FailureClass.BUDGET);
  }

  @Test
  void runFailed() {
    Trajectory run =
        Runs.run(
            Runs.search("Ann Lee")
                .reply(
                    request -> {
                      throw new IllegalStateException("no network");
                    }));
    assertThat(run.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(triage(run)).isEqualTo(FailureClass.RUN_FAILED);
  }

  @Test
  void unknownWithoutSupportIds() {
    Question question = new Question("q", "?", List.of("Norway"));
    Trajectory run = Runs.answered("Tarn [ann: \"born in Tarn\"]");
    assertThat(triage(run, question, GoldParagraphs.NONE)).isEqualTo(FailureClass.UNKNOWN);
  }

  /** In a chunk of several articles, only the text of the gold article counts. */
  @Test
  void theTextOfParagraphsDecidesIfItIsKnown() {
    GoldParagraphs paragraphs =
        GoldParagraphs.of(
            List.of(new GoldParagraph("1", "", "Another article of this chunk says it well.")));
    Question question =
        new Question("q", "?", List.of("Norway"), "", List.of("1"), List.of("ann", "tarn"));
    Trajectory run =
        Runs.run(Runs.search("Lee", "Norway").answer("Sweden [tarn: \"Tarn is in Norway\"]"));
    assertThat(triage(run, question, paragraphs)).isEqualTo(FailureClass.NEVER_RETRIEVED);
  }

  @Test
  void everyClassHasADescription() {
    assertThat(FailureClass.values())
        .allSatisfy(each -> assertThat(each.description()).matches("[A-Z].*\\."));
  }
}
