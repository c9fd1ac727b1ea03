package dev.arag.strategies.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedTest {
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";
  private static final String PLAN = "1. Find the designer\n2. Find the birthplace";
  private static final String NEW_PLAN = "1. Find the bridge\n2. Find its designer";
  private static final String ANSWER = "In Tarn [k2]\n\nEvidence:\n[k2] \"was born in Tarn\"";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Snow fell on the village. Nobody left the inn for nine days."));

  private final ScriptedChatModel main = ScriptedChatModel.script();

  private Answer ask(PromptModel planner) {
    return ask(planner, Budget.defaults());
  }

  private Answer ask(PromptModel planner, Budget budget) {
    return Agent.builder(CORPUS, main)
        .model("planner", planner)
        .strategy(new Planned(Strategies.arag()))
        .budget(budget)
        .modelRetries(0)
        .build()
        .ask(QUESTION);
  }

  private void search(String... words) {
    for (String word : words) {
      main.call("keyword_search", Map.of("keywords", List.of(word)));
    }
  }

  private static List<String> userTexts(ChatRequest request) {
    return request.messages().stream()
        .filter(UserMessage.class::isInstance)
        .map(message -> ((UserMessage) message).singleText())
        .toList();
  }

  @Test
  void thePlanStandsBehindTheQuestion() {
    search("Tarn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN);
    Answer answer = ask(planner);
    assertThat(userTexts(main.requests().get(0)))
        .containsExactly(
            QUESTION + "\n\nPlan, which you may leave when the documents say otherwise:\n" + PLAN);
    assertThat(planner.prompts()).singleElement().asString().contains("Question: " + QUESTION);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void thePlanIsCheckedAfterThreeTurns() {
    search("Old Bridge", "harbour", "inn", "Tarn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN, "YES");
    Answer answer = ask(planner);
    assertThat(planner.prompts()).hasSize(2);
    assertThat(planner.prompts().get(1))
        .contains("Plan:\n" + PLAN)
        .contains("- keyword_search {\"keywords\":[\"inn\"]}: 1 passages")
        .contains("The Old Bridge was designed by Mira Voss.");
    assertThat(userTexts(main.requests().get(4))).hasSize(1);
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void aNewPlanIsAMessageOfTheUserAtAFixedPlace() {
    search("Old Bridge", "harbour", "inn", "Tarn");
    main.answer(ANSWER);
    Answer answer = ask(PromptModel.script(PLAN, "NO, it does not.", NEW_PLAN));
    assertThat(main.requests()).hasSize(5);
    List<ChatMessage> fourth = main.requests().get(3).messages();
    List<ChatMessage> fifth = main.requests().get(4).messages();
    assertThat(((UserMessage) fourth.get(fourth.size() - 1)).singleText())
        .isEqualTo("The plan no longer fits what was found. New plan:\n" + NEW_PLAN);
    assertThat(userTexts(main.requests().get(2))).hasSize(1);
    assertThat(fifth.subList(0, fourth.size())).isEqualTo(fourth);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void theSecondCheckShowsTheNewPlanAndOnlyNewResults() {
    search("Old Bridge", "harbour", "inn", "Tarn", "ferry", "village");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN, "no", NEW_PLAN, "yes");
    Answer unused = ask(planner);
    assertThat(planner.prompts()).hasSize(4);
    assertThat(planner.prompts().get(3))
        .contains("Plan:\n" + NEW_PLAN)
        .contains("- keyword_search {\"keywords\":[\"Old Bridge\"]}: 1 passages")
        .doesNotContain("designed by Mira Voss")
        .contains("was born in Tarn");
  }

  @Test
  void aSearchThatFindsNothingIsFollowedByACheck() {
    search("Zanzibar", "Tarn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN, "no", NEW_PLAN);
    Answer unused = ask(planner);
    assertThat(planner.prompts()).hasSize(3);
    assertThat(userTexts(main.requests().get(1))).hasSize(2).last().asString().contains(NEW_PLAN);
  }

  @Test
  void thePlanIsCheckedAFixedNumberOfTimes() {
    search("Zan", "Zbn", "Zcn", "Tarn", "Zdn", "Zen", "Zfn", "inn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.of(prompt -> prompt.contains("one word") ? "yes" : PLAN);
    Answer unused = ask(planner);
    assertThat(planner.prompts()).hasSize(1 + PlannedRun.MAX_CHECKS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void withoutAPlanTheQuestionIsAnsweredAsItIs(String reply) {
    search("Tarn");
    main.answer(ANSWER);
    Answer answer = ask(PromptModel.script(reply));
    assertThat(userTexts(main.requests().get(0))).containsExactly(QUESTION);
    assertThat(answer.warnings())
        .containsExactly(
            "planned: the plan could not be read. The question was answered without a plan.");
  }

  @Test
  void aPlannerThatFailsDoesNotEndTheRun() {
    search("Tarn");
    main.answer(ANSWER);
    assertThat(ask(PromptModel.failing()).shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void anUnreadableCheckKeepsThePlan() {
    search("Zanzibar", "Tarn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN, "Hard to say.");
    Answer unused = ask(planner);
    assertThat(planner.prompts()).hasSize(2);
    assertThat(userTexts(main.requests().get(1))).hasSize(1);
  }

  @Test
  void anUnreadableNewPlanKeepsThePlanWithAWarning() {
    search("Zanzibar", "Tarn");
    main.answer(ANSWER);
    Answer answer = ask(PromptModel.script(PLAN, "no", " "));
    assertThat(userTexts(main.requests().get(1))).hasSize(1);
    assertThat(answer.warnings())
        .containsExactly("planned: a new plan could not be read. The earlier plan stayed.");
  }

  @Test
  void aShortBudgetHasNoPlanAndNoCheck() {
    main.answer("NOT FOUND");
    PromptModel planner = PromptModel.script(PLAN, "no", NEW_PLAN);
    ask(planner, Budget.builder().maxModelCalls(1).build());
    assertThat(planner.prompts()).isEmpty();
  }

  @Test
  void aCheckNeedsABudgetForTheNextTurn() {
    search("Zanzibar", "Tarn");
    main.answer(ANSWER);
    PromptModel planner = PromptModel.script(PLAN, "no", NEW_PLAN);
    Answer answer = ask(planner, Budget.builder().maxModelCalls(4).build());
    assertThat(planner.prompts()).hasSize(1);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void theNameIsThatOfTheWrapperAndTheInnerStrategy() {
    assertThat(OtherStrategies.all().named("planned").name()).isEqualTo("planned+arag");
    assertThat(OtherStrategies.all().named("planned+arag-no-read").name())
        .isEqualTo("planned+arag-no-read");
  }
}
