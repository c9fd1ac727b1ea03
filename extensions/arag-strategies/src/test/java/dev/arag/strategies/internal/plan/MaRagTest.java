package dev.arag.strategies.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.text.Document;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaRagTest {
  private static final String QUESTION = "Is the designer of the Old Bridge older than Ada Lind?";
  private static final String DESIGNER = "Who designed the Old Bridge?";
  private static final String BORN = "When was Mira Voss born?";
  private static final String ADA = "When was Ada Lind born?";

  private static final String THREE_STEPS =
      """
      {"steps": [
        {"task": "Who designed the Old Bridge?", "type": "SEARCH"},
        {"task": "When was #1 born?", "type": "SEARCH", "after": [1]},
        {"task": "When was Ada Lind born?", "type": "SEARCH"}]}
      """;

  private static final String NO_NOTE = "{\"quotes\": []}";

  private final FixedSearch corpus =
      new FixedSearch(
          Map.of(
              DESIGNER, List.of("k1", "k3"),
              BORN, List.of("k2", "k4"),
              ADA, List.of("k5", "k4"),
              QUESTION, List.of("k2", "k1")),
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Snow fell on the village. Nobody left the inn for nine days."),
          Document.of("k5", "Ada Lind was born in 1902. She wrote three novels."));

  private PromptModel planner = PromptModel.script(THREE_STEPS);

  /** Leaves the step as it is. */
  private PromptModel definer =
      PromptModel.of(
          prompt -> {
            String step =
                prompt.split("The step to do now: \\d+\\. ", -1)[1].lines().toList().get(0);
            return "{\"task\": \"" + step + "\"}";
          });

  private PromptModel extractor = PromptModel.of(MaRagTest::extract);
  private PromptModel qa = PromptModel.of(MaRagTest::answerTask);
  private final PromptModel main = PromptModel.of(MaRagTest::finalAnswer);
  private Budget budget = Budget.defaults();
  private MaRag settings = MaRag.defaults();

  private static String extract(String prompt) {
    if (prompt.contains("Task: " + DESIGNER) && prompt.contains("designed by")) {
      return note("Mira Voss designed it.", "designed by Mira Voss");
    }
    boolean asksForBirth = prompt.contains("Task: " + BORN) || prompt.contains("Task: " + QUESTION);
    if (asksForBirth && prompt.contains("in Tarn")) {
      return note("Mira Voss was born in 1881.", "born in Tarn in 1881");
    }
    return prompt.contains("Task: " + ADA) && prompt.contains("Ada Lind was")
        ? note("Ada Lind was born in 1902.", "Ada Lind was born in 1902")
        : NO_NOTE;
  }

  private static String note(String text, String quote) {
    return "{\"note\": \"" + text + "\", \"quotes\": [\"" + quote + "\"]}";
  }

  private static String answerTask(String prompt) {
    if (prompt.contains("Task: " + DESIGNER)) {
      return answer("Mira Voss");
    }
    return prompt.contains("Task: " + BORN) ? answer("1881") : answer("1902");
  }

  /** Cites one of the passages that the request shows. */
  private static String finalAnswer(String prompt) {
    if (prompt.contains("born in Tarn in 1881")) {
      return "Yes [k2]\n\nEvidence:\n[k2] \"born in Tarn in 1881\"";
    }
    return prompt.contains("designed by Mira Voss")
        ? "Yes [k1]\n\nEvidence:\n[k1] \"designed by Mira Voss\""
        : "NOT FOUND";
  }

  private static String answer(String text) {
    return "{\"answer\": \"" + text + "\", \"success\": true, \"rating\": 8}";
  }

  private Agent agent() {
    return Agent.builder(corpus, main)
        .model("planner", planner)
        .model("step-definer", definer)
        .model("extractor", extractor)
        .model("qa", qa)
        .strategy(settings)
        .budget(budget)
        .modelRetries(0)
        .build();
  }

  private Answer ask() {
    return agent().ask(QUESTION);
  }

  @Nested
  class Plans {
    private static final String COMPARED =
        """
        {"steps": [
          {"task": "When was Mira Voss born?", "type": "SEARCH"},
          {"task": "Is #1 before 1900?", "type": "AGGREGATE"}]}
        """;

    @Test
    void placeholdersAreFilledWithTheAnswersOfTheirSteps() {
      Answer answer = ask();
      assertThat(corpus.queries()).containsExactly(DESIGNER + " 10", BORN + " 10", ADA + " 10");
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
      assertThat(answer.warnings()).isEmpty();
      assertThat(main.prompts())
          .singleElement()
          .asString()
          .contains("3. " + ADA + ": 1902 (rating 8 of 10)");
    }

    @Test
    void anAggregateStepReadsOnlyTheEarlierAnswers() {
      planner = PromptModel.script(COMPARED);
      Answer answer = ask();
      assertThat(corpus.queries()).containsExactly(BORN + " 10");
      assertThat(qa.prompts()).hasSize(2);
      assertThat(qa.prompts().get(1))
          .contains("1. " + BORN + ": 1881")
          .contains("Task: Is 1881 before 1900?")
          .doesNotContain("Tarn");
      assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void anUnreadablePlanIsASearchForTheQuestion() {
      planner = PromptModel.script("no plan");
      Answer unused = ask();
      assertThat(corpus.queries()).first().isEqualTo(QUESTION + " 10");
    }

    @Test
    void independentStepsOfAGraphAreDoneTogetherWithoutAStepDefiner() {
      settings = new MaRag(10, 5, true, false);
      Answer answer = ask();
      assertThat(definer.prompts()).isEmpty();
      assertThat(corpus.queries()).containsExactly(DESIGNER + " 10", ADA + " 10", BORN + " 10");
      List<String> order =
          answer.trajectory().steps().stream()
              .filter(Step.ModelCall.class::isInstance)
              .map(step -> ((Step.ModelCall) step).role())
              .toList();
      assertThat(order)
          .containsExactly(
              "planner",
              "extractor",
              "extractor",
              "extractor",
              "extractor",
              "qa",
              "qa",
              "extractor",
              "extractor",
              "qa",
              "agent");
      assertThat(main.prompts().get(0)).contains("2. " + BORN + ": 1881");
      assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void referencesToLaterStepsAreIgnored() {
      planner =
          PromptModel.script(
              """
              {"steps": [{"task": "Who designed the Old Bridge?", "after": [1, 2, 9]},
                         {"task": "When was #1 born?"}]}
              """);
      settings = new MaRag(10, 5, true, false);
      Answer answer = ask();
      assertThat(corpus.queries()).containsExactly(DESIGNER + " 10", BORN + " 10");
      assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void thePlannerKnowsTheEarlierQuestions() {
      Conversation conversation = agent().conversation();
      conversation.ask(QUESTION);
      Answer answer = conversation.ask("And where?");
      assertThat(planner.prompts().get(1))
          .contains("Earlier in this conversation:\nQuestion: " + QUESTION + "\nAnswer: Yes [k2]")
          .endsWith("Question: And where?\n" + planner.prompts().get(1).split("where\\?\n", -1)[1]);
      assertThat(main.prompts().get(1)).contains(QUESTION).contains("Question: And where?");
      assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void anEarlierQuestionIsNotCutWithinACharacter() {
      Conversation conversation = agent().conversation();
      Answer unused = conversation.ask("x" + "\uD83D\uDE00".repeat(600) + " " + QUESTION);
      Answer second = conversation.ask(QUESTION);
      assertThat(planner.prompts()).last().asString().contains("\uD83D\uDE00\u2026");
      assertThat(second.text()).isNotEmpty();
    }
  }

  @Nested
  class StepsWithoutAnswer {
    @Test
    void theRunEndsAfterAStepWithoutAnAnswer() {
      qa =
          PromptModel.of(
              prompt ->
                  prompt.contains("Task: " + BORN)
                      ? "{\"answer\": \"1881\", \"success\": false, \"rating\": 2}"
                      : answerTask(prompt));
      Answer answer = ask();
      assertThat(qa.prompts()).hasSize(2);
      assertThat(corpus.queries()).hasSize(2);
      assertThat(main.prompts().get(0))
          .contains("1. " + DESIGNER + ": Mira Voss")
          .contains("2. " + BORN + ": not found")
          .contains("born in Tarn in 1881");
      assertThat(answer.warnings()).containsExactly("marag: step 2 of 3 has no answer: " + BORN);
    }

    @Test
    void aSuccessWithoutAnAnswerIsAFailure() {
      qa = PromptModel.script("{\"answer\": \" \", \"success\": true, \"rating\": 9}");
      assertThat(ask().warnings()).containsExactly("marag: step 1 of 3 has no answer: " + DESIGNER);
      assertThat(qa.prompts()).hasSize(1);
    }

    @Test
    void aStepWithoutANoteIsNotAnsweredFromMemory() {
      extractor = PromptModel.script(NO_NOTE);
      Answer answer = ask();
      assertThat(qa.prompts()).isEmpty();
      assertThat(extractor.prompts()).hasSize(2);
      assertThat(answer.warnings()).contains("marag: step 1 of 3 has no answer: " + DESIGNER);
      assertThat(main.prompts().get(0)).contains("No text was found.").doesNotContain("memory");
    }

    @Test
    void memoryIsASwitch() {
      settings = new MaRag(10, 1, false, true);
      extractor = PromptModel.script(NO_NOTE);
      Answer answer = ask();
      assertThat(qa.prompts())
          .singleElement()
          .asString()
          .contains("from memory")
          .contains("Task: " + DESIGNER);
      assertThat(main.prompts().get(0))
          .contains("1. " + DESIGNER + ": Mira Voss (rating 8 of 10) (from memory)")
          .contains("An answer marked \"from memory\" comes from no document.");
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    }

    @Test
    void aTaskWithoutWordsFindsNothing() {
      planner = PromptModel.script("{\"steps\": [{\"task\": \"\\u200b\"}]}");
      definer = PromptModel.script("{\"task\": \"\\u200b\"}");
      Answer answer = ask();
      assertThat(answer.warnings())
          .anyMatch(warning -> warning.startsWith("marag: step 1 of 1 has no answer"));
    }
  }

  @Nested
  class Passages {
    @Test
    void aQuoteThatIsNotInThePassageIsDroppedWithItsNote() {
      extractor =
          PromptModel.of(
              prompt ->
                  prompt.contains("designed by")
                      ? note("Mira Voss designed it.", "designed by the engineer Mira Voss")
                      : NO_NOTE);
      Answer answer = ask();
      assertThat(qa.prompts()).isEmpty();
      assertThat(answer.warnings()).contains("marag: step 1 of 3 has no answer: " + DESIGNER);
      assertThat(main.prompts().get(0)).doesNotContain("the engineer Mira Voss");
    }

    @Test
    void aQuoteOfAnotherPassageIsDropped() {
      extractor = PromptModel.script(note("Mira Voss designed it.", "designed by Mira Voss"));
      settings = new MaRag(10, 1, false, false);
      Answer unused = ask();
      assertThat(extractor.prompts()).hasSize(2);
      assertThat(qa.prompts().get(0).split("Mira Voss designed it", -1)).hasSize(2);
    }

    @Test
    void kIsTheMaximumNumberOfPassagesOfAStep() {
      settings = new MaRag(1, 5, false, false);
      Answer unused = ask();
      assertThat(corpus.queries()).containsExactly(DESIGNER + " 1", BORN + " 1", ADA + " 1");
      assertThat(extractor.prompts()).hasSize(3);
    }

    @Test
    void aFailedExtractorDoesNotStopTheStep() {
      extractor =
          PromptModel.of(
              prompt -> {
                if (prompt.contains("The harbour froze")) {
                  throw new IllegalStateException("The model is broken.");
                }
                return extract(prompt);
              });
      Answer answer = ask();
      assertThat(corpus.queries()).hasSize(3);
      assertThat(answer.warnings())
          .contains("marag: 1 of 6 extractor calls failed. Their passages were not used.");
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }

    @Test
    void ifAllExtractorsFailTheBestPassagesAreShown() {
      extractor = PromptModel.failing();
      Answer answer = ask();
      assertThat(answer.warnings())
          .containsExactlyInAnyOrder(
              "marag: step 1 of 3 has no answer: " + DESIGNER,
              "marag: 2 of 2 extractor calls failed. Their passages were not used.");
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }
  }

  @Nested
  class Budgets {
    private static Budget calls(int maxModelCalls) {
      return Budget.builder().maxModelCalls(maxModelCalls).build();
    }

    private static long modelCalls(Answer answer) {
      return answer.trajectory().steps().stream().filter(Step.Sent.class::isInstance).count();
    }

    private static long countOf(Answer answer, String role) {
      return answer.trajectory().steps().stream()
          .filter(step -> step instanceof Step.Sent sent && sent.role().equals(role))
          .count();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stepsIsTheMaximumNumberOfSteps(int steps) {
      settings = new MaRag(10, steps, false, false);
      Answer answer = ask();
      assertThat(planner.prompts().get(0)).contains("at most " + steps + ",");
      assertThat(corpus.queries()).hasSize(steps);
      assertThat(answer.warnings())
          .containsExactly("marag: the plan had 3 steps. Only the first " + steps + " were done.");
    }

    @Test
    void aShortBudgetAllowsFewerPassages() {
      budget = calls(7);
      Answer answer = ask();
      // Planner, step definer, three extractors or fewer, QA, final answer; one call stays in hand.
      assertThat(corpus.queries()).containsExactly(DESIGNER + " 3");
      assertThat(modelCalls(answer)).isLessThanOrEqualTo(7);
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.warnings()).containsExactly("marag: the budget allowed only 1 of 3 steps.");
    }

    @Test
    void withoutABudgetForAStepTheBestPassagesAreShownOnce() {
      budget = calls(3);
      Answer answer = ask();
      assertThat(planner.prompts()).isEmpty();
      assertThat(corpus.queries()).containsExactly(QUESTION + " 5");
      assertThat(main.prompts()).singleElement().asString().contains("It has nine arches.");
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }

    @Test
    void oneCallIsEnoughForAnAnswer() {
      budget = calls(1);
      Answer answer = ask();
      assertThat(answer.shortAnswer()).isEqualTo("Yes");
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
      assertThat(modelCalls(answer)).isEqualTo(1);
    }

    /** The notes of the second step do not fit the context window of the QA role. */
    @Test
    void theClosingCallIsMadeFromTheStepsSoFar() {
      budget = Budget.builder().contextTokens(4_000).build();
      extractor =
          PromptModel.of(
              prompt -> extract(prompt).replace("was born in 1881", "was, ".repeat(5_000)));
      Answer answer = ask();
      assertThat(answer.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
      assertThat(qa.prompts()).hasSize(1);
      assertThat(main.prompts()).hasSize(1);
      assertThat(main.prompts().get(0))
          .contains("1. " + DESIGNER + ": Mira Voss")
          .contains("designed by Mira Voss")
          .contains("born in Tarn in 1881")
          .contains("Question: " + QUESTION);
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }

    @Test
    void aGraphDoesFewerStepsTogetherIfTheBudgetIsShort() {
      settings = new MaRag(2, 5, true, false);
      budget = calls(5);
      Answer answer = ask();
      assertThat(corpus.queries()).hasSize(1);
      assertThat(answer.warnings()).containsExactly("marag: the budget allowed only 1 of 3 steps.");
    }

    @Test
    void eachStepCostsItsPassagesAndTwoCalls() {
      Answer answer = ask();
      assertThat(countOf(answer, "extractor")).isEqualTo(6);
      assertThat(modelCalls(answer)).isEqualTo(1 + 3 * (1 + 2 + 1) + 1);
    }
  }

  @Nested
  class NameAndReplies {
    @ParameterizedTest
    @CsvSource({
      "planner, marag: the plan could not be read. The question was searched in one step.",
      "step-definer, marag: step 1 was done as planned: its definition was unreadable.",
      "extractor, marag: 2 of 2 extractor calls failed. Their passages were not used.",
      "qa, marag: the answer of step 1 could not be read."
    })
    void anUnreadableReplyEndsWithAWarning(String role, String warning) {
      for (PromptModel bad :
          List.of(PromptModel.script("I cannot do that."), PromptModel.failing())) {
        Answer answer = agent().toBuilder().model(role, bad).build().ask(QUESTION);
        assertThat(answer.warnings()).contains(warning);
        assertThat(answer.shortAnswer()).isEqualTo("Yes");
        assertThat(answer.citations())
            .extracting(Citation::verdict)
            .containsExactly(Verdict.SUPPORTED);
      }
    }

    @Test
    void theNameHasTheOptionsThatDiffer() {
      assertThat(MaRag.defaults().name()).isEqualTo("marag");
      assertThat(OtherStrategies.all().named("marag:k=10,steps=5")).isEqualTo(MaRag.defaults());
      assertThat(OtherStrategies.all().named("marag:steps=3,plan=graph,memory=yes,k=7"))
          .isEqualTo(new MaRag(7, 3, true, true));
      assertThat(new MaRag(7, 3, true, true).name())
          .isEqualTo("marag:k=7,steps=3,plan=graph,memory=yes");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new MaRag(0, 5, false, false))
          .withMessage("k must be 1 to 100 and steps 1 to 20, were 0 and 5");
      assertThatIllegalArgumentException().isThrownBy(() -> new MaRag(1, 21, false, false));
    }
  }
}
