package dev.arag.strategies.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.text.Document;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import dev.arag.strategies.fixture.Play;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MultiAgentTest {
  private static final String QUESTION = "Is Mira Voss older than Ada Lind?";
  private static final String MIRA = "When was Mira Voss born?";
  private static final String ADA = "When was Ada Lind born?";
  private static final String PLAN = "1. " + MIRA + "\n2. " + ADA;
  private static final String MIRA_ANSWER =
      "In 1881 [k1]\n\nEvidence:\n[k1] \"was born in Tarn in 1881\"";
  private static final String ADA_ANSWER = "In 1902 [k2]\n\nEvidence:\n[k2] \"was born in 1902\"";
  private static final String MERGED =
      """
      Yes: 1881 [k1] and 1902 [k2]

      Evidence:
      [k1] "was born in Tarn in 1881"
      [k2] "was born in 1902"
      """;

  private final FixedSearch corpus =
      new FixedSearch(
          Map.of(
              MIRA, List.of("k1"),
              ADA, List.of("k2"),
              QUESTION, List.of("k1", "k2")),
          Document.of("k1", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k2", "Ada Lind was born in 1902. She wrote three novels."));

  private PromptModel planner = PromptModel.script(PLAN);
  private PromptModel main =
      PromptModel.of(
          prompt -> {
            if (prompt.contains("Answers of several assistants")) {
              return MERGED;
            }
            if (prompt.contains("Question: " + MIRA)) {
              return MIRA_ANSWER;
            }
            return prompt.contains("Question: " + ADA) ? ADA_ANSWER : MERGED;
          });

  private Agent.Builder agent() {
    return agent(Strategies.naiveRag(5));
  }

  private Agent.Builder agent(Strategy inner) {
    return Agent.builder(corpus, main)
        .model("planner", planner)
        .strategy(OtherStrategies.multiAgent(inner))
        .modelRetries(0);
  }

  private String last() {
    return main.prompts().get(main.prompts().size() - 1);
  }

  /** The plan, a search, a read and an answer for each sub-question, and the merged answer. */
  @Test
  void eachSubQuestionHasARunOfTheAgenticLoop() {
    ScriptedChatModel script =
        Play.script(PLAN)
            .call("semantic_search", Map.of("query", MIRA))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer(MIRA_ANSWER)
            .call("semantic_search", Map.of("query", ADA))
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer(ADA_ANSWER)
            .answer(MERGED);
    Play play =
        Play.of(
            OtherStrategies.all().named("multi-agent"), corpus, QUESTION, script, agent -> agent);
    assertThat(play.roles())
        .containsExactly("planner", "agent", "agent", "agent", "agent", "agent", "agent", "agent");
    assertThat(play.request(0)).endsWith("Question: " + QUESTION);
    assertThat(play.request(1)).endsWith(MIRA).doesNotContain(ADA, QUESTION);
    // A run does not see what another one has read.
    assertThat(play.request(6)).contains("Ada Lind was born in 1902.").doesNotContain("Mira Voss");
    assertThat(play.lastRequest())
        .contains("Tarn lies in the north.", "She wrote three novels.")
        .contains("Question: " + MIRA + "\nAnswer: In 1881 [k1]\n")
        .contains("Question: " + ADA + "\nAnswer: In 1902 [k2]\n")
        .endsWith("Question: " + QUESTION);
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED, Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
    assertThat(script.stepsLeft()).isZero();
  }

  @Test
  void theAnswerIsMergedFromTheRuns() {
    Answer answer = agent().build().ask(QUESTION);
    assertThat(planner.prompts()).hasSize(1);
    assertThat(main.prompts()).hasSize(3);
    assertThat(last()).contains("Answers of several assistants");
    assertThat(answer.shortAnswer()).startsWith("Yes");
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void onePartIsAnsweredByOneRun() {
    planner = PromptModel.script("1. " + QUESTION);
    Answer answer = agent().build().ask(QUESTION);
    assertThat(main.prompts()).hasSize(1);
    assertThat(answer.warnings()).isEmpty();
    planner = PromptModel.script("1. " + QUESTION + "\n2. " + QUESTION.toUpperCase() + "\n3. ?");
    answer = agent().build().ask(QUESTION);
    assertThat(main.prompts()).hasSize(2);
    assertThat(answer.citations()).hasSize(2);
  }

  @Test
  void withoutAReadablePlanOneRunAnswers() {
    for (PromptModel each :
        List.of(
            PromptModel.script("#?!"),
            PromptModel.script("NOT FOUND\nNo text is given."),
            PromptModel.failing())) {
      planner = each;
      Answer answer = agent().build().ask(QUESTION);
      assertThat(last()).doesNotContain("Answers of several assistants");
      assertThat(answer.shortAnswer()).startsWith("Yes");
      assertThat(answer.warnings())
          .contains(
              "multi-agent: the sub-questions could not be read. One run answered the question.");
    }
  }

  @Test
  void aShortBudgetHasNoPlanOrFewerRuns() {
    Answer answer = agent().budget(Budget.builder().maxModelCalls(4).build()).build().ask(QUESTION);
    assertThat(planner.prompts()).isEmpty();
    assertThat(answer.warnings())
        .contains(
            "multi-agent: the budget did not allow sub-questions. One run answered the question.");
    answer = agent().budget(Budget.builder().maxModelCalls(9).build()).build().ask(QUESTION);
    assertThat(answer.warnings())
        .contains("multi-agent: the budget allowed only 1 of 2 sub-questions.");
    assertThat(last()).contains("Answer: In 1881 [k1]").doesNotContain(ADA);
    answer = agent().budget(Budget.builder().maxModelCalls(10).build()).build().ask(QUESTION);
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void aRunWithoutAnswerIsNamed() {
    main =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("Answers of several assistants")) {
                return MIRA_ANSWER;
              }
              if (prompt.contains("Question: " + ADA)) {
                throw new IllegalStateException("The model is broken.");
              }
              return MIRA_ANSWER;
            });
    Answer answer = agent().build().ask(QUESTION);
    assertThat(answer.warnings()).contains("multi-agent: a sub-question has no answer: " + ADA);
    assertThat(last()).contains("Answer: In 1881 [k1]").doesNotContain("Question: " + ADA);
  }

  @Test
  void withoutSupportedAnswersOneRunAnswers() {
    for (String bad : List.of("NOT FOUND", "In 1881.", "In 1881 [k1: \"was born in 1882\"]")) {
      main = PromptModel.of(prompt -> prompt.contains("Question: " + QUESTION) ? MERGED : bad);
      Answer answer = agent().build().ask(QUESTION);
      assertThat(last()).doesNotContain("Answers of several assistants");
      assertThat(answer.shortAnswer()).startsWith("Yes");
      assertThat(answer.warnings())
          .contains(
              "multi-agent: no sub-question has an answer with a verified citation. One run"
                  + " answered the question.");
    }
  }

  /** Runs that never end use up their parts only. */
  @Test
  void endlessRunsLeaveACallForTheAnswer() {
    Strategy endless =
        (question, run) -> {
          while (true) {
            String unused =
                run.complete(
                    run.show(run.corpus().semanticSearch(run.question(), 1)).text()
                        + "\n\nQuestion: "
                        + question);
          }
        };
    Answer answer =
        agent(endless).budget(Budget.builder().maxModelCalls(13).build()).build().ask(QUESTION);
    assertThat(last()).contains("Answers of several assistants");
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.citations()).hasSize(2);
    assertThat(answer.usage().modelCalls()).isEqualTo(10);
  }

  /** The tokens end after the runs. */
  @Test
  void theClosingCallMergesTheAnswers() {
    main =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("Answers of several assistants")) {
                return MERGED;
              }
              return (prompt.contains("Question: " + MIRA) ? MIRA_ANSWER : ADA_ANSWER)
                  .replaceFirst("\n", "\n" + "word ".repeat(2_000) + "\n");
            });
    Answer answer =
        agent()
            .budget(Budget.builder().contextTokens(8_192).totalTokens(23_000).build())
            .build()
            .ask(QUESTION);
    assertThat(last()).contains("Answers of several assistants");
    assertThat(answer.shortAnswer()).startsWith("Yes");
  }

  @Test
  void onlyThePlannerAndTheAnswerSeeTheConversation() {
    Conversation conversation = agent().build().conversation();
    conversation.ask(QUESTION);
    conversation.ask("And now?");
    assertThat(planner.prompts().get(1)).contains("Earlier in this conversation:", QUESTION);
    assertThat(main.prompts().get(3)).doesNotContain(QUESTION);
    assertThat(main.prompts().get(5)).contains(QUESTION);
  }

  @Test
  void theNameHasTheInnerStrategy() {
    assertThat(OtherStrategies.all().named("multi-agent").name()).isEqualTo("multi-agent+arag");
    assertThat(OtherStrategies.all().named("multi-agent+naive-rag:k=3").name())
        .isEqualTo("multi-agent+naive-rag:k=3");
  }
}
