package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs whose models state the outcome of their answers. */
class OutcomeTest {
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The mill opened in 1848."), Document.of("k2", "It opened in 1850."));
  private static final String QUESTION = "When did the mill open?";
  private static final String ONE_SOURCE =
      "The answer says that sources disagree, but cites fewer than two of them.";

  record Opening(int year) {}

  private static ScriptedChatModel reading() {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("mill")))
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")));
  }

  private static Answer ask(ScriptedChatModel model) {
    return Agent.builder(CORPUS, model).build().ask(QUESTION);
  }

  @Test
  void anAnswerStatesWhatIsMissing() {
    Answer answer =
        ask(reading().answer("1848 [k1]\nPARTIAL: the month.\nEvidence:\n[k1] \"opened in 1848\""));
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(answer.outcomeNote()).contains("the month.");
    assertThat(answer.text()).isEqualTo("1848 [k1]\nthe month.");
    assertThat(answer.render(Markup.PLAIN, each -> "(1)")).isEqualTo("1848 (1)\nthe month.");
    AnswerView view = answer.view();
    assertThat(view.outcome()).isEqualTo("PARTIAL");
    assertThat(view.outcomeNote()).isEqualTo("the month.");
    assertThat(view.searches()).isEmpty();
    assertThat(answer.warnings()).isEmpty();
    assertThat(new RunEvent.Finished(answer.trajectory()).view().data())
        .containsEntry("outcome", "PARTIAL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CONFLICT: [k1] says 1848, [k2] says 1850 | false",
        "CONFLICT: 1848 or 1850 | false",
        "CONFLICT: [k1] says 1848, [k1] says 1850 | true",
        "CONFLICT: only [k1] says 1848 | true"
      })
  void aConflictNeedsTwoSources(String line, boolean isWarned) {
    Answer answer =
        ask(reading().answer("1848 [k1: \"in 1848\"] or 1850 [k2: \"in 1850\"]\n\n" + line));
    assertThat(answer.outcome()).isEqualTo(Outcome.CONFLICT);
    assertThat(answer.warnings().contains(ONE_SOURCE)).isEqualTo(isWarned);
  }

  @Test
  void citationsOfTheLineAreChecked() {
    Answer answer =
        ask(
            reading()
                .answer(
                    "1848\nCONFLICT: [k1: \"opened in 1848\"], [k2: \"opened in 1950\"]\nEvidence:"
                        + " none"));
    assertThat(answer.citations())
        .extracting(each -> each.verdict().isVerified())
        .containsExactly(true, false);
    assertThat(answer.markers()).hasSize(2);
  }

  /** Neither a citation nor another search is asked for. */
  @Test
  void aQuestionBackIsNotCorrected() {
    ScriptedChatModel model = reading().answer("Which mill?\nUNCLEAR: the old or the new one");
    Answer answer = ask(model);
    assertThat(answer.outcome()).isEqualTo(Outcome.NEEDS_CLARIFICATION);
    assertThat(answer.shortAnswer()).isEqualTo("Which mill?");
    assertThat(answer.warnings()).isEmpty();
    assertThat(model.requests()).hasSize(3);
  }

  @Test
  void aQuestionBackIsNoRecord() {
    ScriptedChatModel model = reading().answer("Which mill?\nUNCLEAR: the old or the new one");
    Agent agent = Agent.builder(CORPUS, model).build();
    NoValueException failure =
        catchThrowableOfType(NoValueException.class, () -> agent.ask(QUESTION, Opening.class));
    assertThat(failure).hasMessageContaining("The question has several readings.");
    assertThat(failure.answer().outcome()).isEqualTo(Outcome.NEEDS_CLARIFICATION);
    assertThat(model.requests()).hasSize(3);
  }

  @Test
  void anAnswerAfterALimitHasTheOutcomeOfItsText() {
    ScriptedChatModel model = reading().answer("NOT FOUND\nNo year.");
    Answer answer =
        Agent.builder(CORPUS, model)
            .budget(Budget.builder().maxTurns(2).build())
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.outcomeNote()).contains("No year.");
    assertThat(answer.view().searches()).hasSize(1);
  }

  @Test
  void passagesAreAPartialAnswer() {
    ScriptedChatModel model = reading().answer(" ");
    Answer answer =
        Agent.builder(CORPUS, model)
            .budget(Budget.builder().maxTurns(2).build())
            .build()
            .ask(QUESTION);
    assertThat(answer.text()).startsWith("No answer yet.");
    assertThat(answer.outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(answer.outcomeNote()).isEmpty();
  }

  @Test
  void theNextQuestionShowsTheModelItsOwnWords() {
    String text = "Which mill?\nUNCLEAR: the old or the new one";
    ScriptedChatModel model = reading().answer(text).answer("1848 [k1: \"in 1848\"]");
    Conversation conversation = Agent.builder(CORPUS, model).build().conversation();
    conversation.ask(QUESTION);
    assertThat(conversation.ask("The old one.").outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(model.requests().get(3).messages().toString()).contains(text);
  }

  @Test
  void aStreamHasNoWord() {
    List<String> parts = new ArrayList<>();
    Run run =
        Agent.builder(CORPUS, reading().answer("1848 [k1]\n**PARTIAL:** the month [k1]."))
            .build()
            .start(QUESTION);
    run.forEach(
        event -> {
          if (event instanceof RunEvent.AnswerText text) {
            parts.add(text.text());
          }
        });
    assertThat(String.join("", parts)).isEqualTo("1848 \nthe month .");
    assertThat(run.answer().outcome()).isEqualTo(Outcome.PARTIAL);
  }
}
