package dev.arag.strategies.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryingTest {
  private static final String QUESTION = "Where was Mira Voss born?";
  private static final String GOOD = "In Tarn [k2]\n\nEvidence:\n[k2] \"was born in Tarn\"";
  private static final String MADE_UP = "In Rome [k2]\n\nEvidence:\n[k2] \"was born in Rome\"";
  private static final String NOTE = "Search for the surname alone.";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));

  private final PromptModel reflection = PromptModel.script(NOTE);

  private Agent.Builder agent(PromptModel main) {
    return Agent.builder(CORPUS, main)
        .model("reflection", reflection)
        .strategy(new Retrying(Strategies.naiveRag(2)))
        .modelRetries(0);
  }

  private Answer ask(PromptModel main) {
    return agent(main).build().ask(QUESTION);
  }

  @Test
  void aSupportedAnswerIsNotTriedAgain() {
    PromptModel main = PromptModel.script(GOOD);
    assertThat(ask(main).shortAnswer()).isEqualTo("In Tarn");
    assertThat(main.prompts()).hasSize(1);
    assertThat(reflection.prompts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NOT FOUND\nThe texts do not say it.",
        "In Tarn.",
        MADE_UP,
        "In Rome [k9]",
        "In Tarn [k2: \"born in Tarn\"], later Rome [k2: \"moved to Rome\"]"
      })
  void anAnswerWithoutSupportIsTriedAgainWithTheNote(String first) {
    PromptModel main = PromptModel.script(first, GOOD);
    Answer answer = ask(main);
    assertThat(main.prompts()).hasSize(2);
    assertThat(main.prompts().get(1))
        .contains("Question: " + QUESTION + "\n\nAn earlier attempt to answer this failed: it")
        .contains("What to do differently:\n" + NOTE);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void thereIsOnlyOneRetry() {
    PromptModel main = PromptModel.script("NOT FOUND", "NOT FOUND", GOOD);
    Answer answer = ask(main);
    assertThat(main.prompts()).hasSize(2);
    assertThat(reflection.prompts()).hasSize(1);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void theReflectionKnowsTheVerdictsAndWhatWasDone() {
    ScriptedChatModel main =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Mira Voss")))
            .answer(MADE_UP)
            .call("keyword_search", Map.of("keywords", List.of("Tarn")))
            .answer(GOOD);
    Answer answer =
        Agent.builder(CORPUS, main)
            .model("reflection", reflection)
            .strategy(new Retrying(Strategies.arag()))
            .build()
            .ask(QUESTION);
    assertThat(reflection.prompts())
        .singleElement()
        .asString()
        .contains("The result is not good enough: its citations are missing or made up.")
        .contains("Question: " + QUESTION)
        .contains("Result:\nIn Rome [k2]")
        .contains("1. [k2] \"was born in Rome\": not found in any text shown to the model")
        .contains("- keyword_search {\"keywords\":[\"Mira Voss\"]}: 2 passages")
        .doesNotContain("nine arches");
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(main.stepsLeft()).isZero();
  }

  @Test
  void aQuestionBackIsNotTriedAgain() {
    PromptModel main = PromptModel.script("Which Mira Voss?\nUNCLEAR: there are two", GOOD);
    Answer answer = ask(main);
    assertThat(main.prompts()).hasSize(1);
    assertThat(answer.outcome()).isEqualTo(Outcome.NEEDS_CLARIFICATION);
    assertThat(answer.outcomeNote()).contains("there are two");
  }

  @Test
  void theBetterAnswerIsUsed() {
    assertThat(ask(PromptModel.script(MADE_UP, "NOT FOUND")).outcome())
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(ask(PromptModel.script("NOT FOUND", MADE_UP)).outcome())
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(ask(PromptModel.script("NOT FOUND", "")).outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(ask(PromptModel.script("", GOOD)).shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void withoutANoteTheRetryIsMadeWithAWarning() {
    for (PromptModel bad : List.of(PromptModel.script(" "), PromptModel.failing())) {
      PromptModel main = PromptModel.script("NOT FOUND", GOOD);
      Answer answer = agent(main).model("reflection", bad).build().ask(QUESTION);
      assertThat(main.prompts().get(1)).contains("Search with other words");
      assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
      assertThat(answer.warnings())
          .containsExactly(
              "retrying: there is no note about the first attempt. The second one was made without it.");
    }
  }

  @Test
  void aModelThatFailsInTheRetryDoesNotLoseTheFirstAnswer() {
    PromptModel main =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("An earlier attempt")) {
                throw new IllegalStateException("The model is broken.");
              }
              return "NOT FOUND\nThe texts do not say it.";
            });
    Answer answer = ask(main);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.warnings())
        .contains(
            "retrying: the model failed in the second attempt. The answer is that of the first one.");
  }

  @Test
  void aShortBudgetHasNoRetry() {
    PromptModel main = PromptModel.script("NOT FOUND", GOOD);
    Answer answer =
        agent(main).budget(Budget.builder().maxModelCalls(2).build()).build().ask(QUESTION);
    assertThat(main.prompts()).hasSize(1);
    assertThat(reflection.prompts()).isEmpty();
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void theNameIsThatOfTheWrapperAndTheInnerStrategy() {
    assertThat(OtherStrategies.all().named("retrying").name()).isEqualTo("retrying+arag");
    assertThat(OtherStrategies.all().named("retrying+covering+naive-rag").name())
        .isEqualTo("retrying+covering+naive-rag");
  }

  @Test
  void aFirstAnswerThatDoesNotFitTheReflectionIsTriedAgainWithoutANote() {
    PromptModel main = PromptModel.script("In Tarn. " + "word ".repeat(3_000), GOOD);
    Answer answer =
        agent(main)
            .budget(Budget.builder().contextTokens(Budget.MIN_CONTEXT_TOKENS).build())
            .build()
            .ask(QUESTION);
    assertThat(reflection.prompts()).isEmpty();
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.warnings()).anyMatch(each -> each.startsWith("retrying: there is no note"));
  }
}
