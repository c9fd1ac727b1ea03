package dev.arag.strategies.internal.ragenta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.core.text.Document;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RagentaTest {
  private static final String QUESTION = "Where was Mira Voss born, and what is her work?";
  private static final String DESIGN = "What did the engineer build?";
  private static final String FIRST =
      "In Tarn [k2]\n\nEvidence:\n[k2] \"was born in Tarn in 1881\"";
  private static final String SECOND = "A bridge [k5]\n\nEvidence:\n[k5] \"built the Old Bridge\"";
  private static final String MERGED =
      """
      In Tarn [k2]; the Old Bridge [k5]

      Evidence:
      [k2] "was born in Tarn in 1881"
      [k5] "built the Old Bridge"
      """;

  private static final String COVERED =
      "{\"components\":[{\"text\":\"birth\",\"covered\":\"FULL\",\"citations\":[1]}]}";
  private static final String OPEN =
      "{\"components\":[{\"text\":\"work\",\"covered\":\"NONE\",\"citations\":[],\"followUp\":\""
          + DESIGN
          + "\"}]}";

  private final FixedSearch corpus =
      new FixedSearch(
          Map.of(
              QUESTION, List.of("k1", "k2", "k3", "k4"),
              DESIGN, List.of("k1", "k2", "k3", "k4", "k5", "k6")),
          Document.of("k1", "Snow fell on the inn for nine days. Nobody left it."),
          Document.of("k2", "She was born in Tarn in 1881 as a daughter of a smith."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Her parents moved to Quill later. They had a mill."),
          Document.of("k5", "The daughter of the smith built the Old Bridge in Quill."),
          Document.of("k6", "The river is full of brown trout."));

  private PromptModel predictor =
      PromptModel.of(prompt -> prompt.contains("born in Tarn") ? "In Tarn." : "NOT FOUND");
  private PromptModel judge =
      PromptModel.of(
          prompt -> {
            if (prompt.contains("born in Tarn in 1881")) {
              return "YES";
            }
            return prompt.contains("moved to Quill") ? "Partly: it names her parents." : "no";
          });
  private PromptModel critic = PromptModel.script(COVERED);
  private PromptModel main =
      PromptModel.of(
          prompt -> {
            if (prompt.contains("Answers to further questions:")) {
              return MERGED;
            }
            return prompt.contains("Question: " + DESIGN) ? SECOND : FIRST;
          });

  private Agent.Builder agent(int documents) {
    return Agent.builder(corpus, main)
        .model("predictor", predictor)
        .model("judge", judge)
        .model("critic", critic)
        .strategy(new Ragenta(documents))
        .modelRetries(0);
  }

  @Test
  void theAnswerIsFromTheDocumentsAboveTheBar() {
    Answer answer = agent(4).build().ask(QUESTION);
    assertThat(predictor.prompts()).hasSize(4);
    assertThat(predictor.prompts())
        .anySatisfy(
            prompt ->
                assertThat(prompt)
                    .contains("She was born in Tarn in 1881")
                    .doesNotContain("Snow fell", "The harbour", "Her parents")
                    .endsWith("Question: " + QUESTION + "\n"));
    assertThat(judge.prompts()).hasSize(4);
    assertThat(judge.prompts())
        .anySatisfy(
            prompt ->
                assertThat(prompt)
                    .contains("She was born in Tarn in 1881")
                    .containsPattern("Answer from this text: <<<\\w+\nIn Tarn.\n>>>"));
    // Scores 0, 2, 0 and 1: the mean is 0.75 and the bar 0.34.
    assertThat(main.prompts())
        .singleElement()
        .asString()
        .containsSubsequence("She was born in Tarn in 1881", "Her parents moved to Quill later.")
        .doesNotContain("Snow fell", "The harbour")
        .endsWith("Question: " + QUESTION + "\n");
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.usage().modelCalls()).isEqualTo(10);
  }

  @Test
  void theBarIsBelowTheMean() {
    assertThat(DocumentFilter.bar(new int[] {0, 2, 0, 1})).isCloseTo(0.3354, within(0.0001));
    assertThat(DocumentFilter.bar(new int[] {2, 0})).isEqualTo(0.5);
    assertThat(DocumentFilter.bar(new int[] {1, 1, 1})).isEqualTo(1);
    assertThat(DocumentFilter.bar(new int[] {})).isZero();
  }

  /** A follow-up question uses new documents, whose ids cannot be confused with the first ones. */
  @Test
  void aFollowUpQuestionIsAnsweredFromOtherDocuments() {
    critic = PromptModel.script(OPEN);
    Answer answer = agent(4).build().ask(QUESTION);
    assertThat(predictor.prompts()).hasSize(4);
    assertThat(main.prompts()).hasSize(3);
    assertThat(main.prompts().get(1))
        .contains("The daughter of the smith built the Old Bridge", "brown trout")
        .doesNotContain("She was born in Tarn", "Snow fell", "moved to Quill");
    assertThat(main.prompts().get(2)).contains("born in Tarn in 1881", "built the Old Bridge");
    assertThat(answer.citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED, Verdict.SUPPORTED);
    assertThat(answer.citations())
        .extracting(each -> each.chunkId().value())
        .containsExactly("k2", "k5");
  }

  @Test
  void withoutNewDocumentsAFollowUpQuestionIsNotAsked() {
    critic = PromptModel.script(OPEN);
    Answer answer = agent(6).build().ask(QUESTION);
    assertThat(main.prompts().get(1)).contains("Question: " + DESIGN);
    critic = PromptModel.script(OPEN.replace(DESIGN, "What is in the void?"));
    int before = main.prompts().size();
    answer = agent(4).build().ask(QUESTION);
    assertThat(main.prompts()).hasSize(before + 1);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void aShortBudgetFiltersFewerDocuments() {
    Answer answer =
        agent(4).budget(Budget.builder().maxModelCalls(6).build()).build().ask(QUESTION);
    assertThat(predictor.prompts()).hasSize(2);
    assertThat(judge.prompts()).hasSize(2);
    assertThat(answer.warnings()).contains("ragenta: the budget allowed only 2 of 4 documents.");
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
  }

  @Test
  void withoutBudgetForTheFilterTheDocumentsAreUsedAsTheyAre() {
    for (int calls : List.of(1, 2)) {
      Answer answer =
          agent(4).budget(Budget.builder().maxModelCalls(calls).build()).build().ask(QUESTION);
      assertThat(predictor.prompts()).isEmpty();
      assertThat(main.prompts().get(main.prompts().size() - 1)).contains("Snow fell", "moved to");
      assertThat(answer.warnings())
          .contains("ragenta: the budget did not allow to filter the documents.");
    }
  }

  @Test
  void documentsWithoutAJudgementCountAsPartlyHelpful() {
    predictor = PromptModel.failing();
    Answer answer = agent(4).build().ask(QUESTION);
    assertThat(judge.prompts()).isEmpty();
    assertThat(main.prompts().get(0)).contains("Snow fell", "The harbour", "moved to Quill");
    assertThat(answer.warnings())
        .contains("ragenta: 4 of 4 documents could not be judged. They count as partly helpful.");
    predictor = PromptModel.script("In Tarn.");
    judge = PromptModel.of(prompt -> prompt.contains("born in Tarn in 1881") ? "YES" : "#?!");
    answer = agent(4).build().ask(QUESTION);
    assertThat(answer.warnings())
        .contains("ragenta: 3 of 4 documents could not be judged. They count as partly helpful.");
    // Scores 1, 2, 1 and 1: the mean is 1.25 and the bar 1.03.
    assertThat(main.prompts().get(1)).contains("born in Tarn").doesNotContain("Snow fell");
  }

  /** The replies of the first role use up the tokens. */
  @Test
  void theClosingCallUsesTheDocumentsFound() {
    predictor = PromptModel.script("word ".repeat(2_500));
    Answer answer =
        agent(4)
            .budget(Budget.builder().contextTokens(8_192).totalTokens(20_600).build())
            .build()
            .ask(QUESTION);
    assertThat(predictor.prompts()).hasSize(4);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(main.prompts().get(0)).contains("born in Tarn in 1881");
    assertThat(answer.warnings()).anyMatch(warning -> warning.contains("could not be judged"));
  }

  @Test
  void withoutDocumentsNothingIsFiltered() {
    main = PromptModel.script("NOT FOUND");
    Answer answer = agent(4).build().ask("What is in the void?");
    assertThat(predictor.prompts()).isEmpty();
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void theNameHasTheOption() {
    assertThat(OtherStrategies.ragenta().name()).isEqualTo("ragenta");
    assertThat(OtherStrategies.all().named("ragenta:k=5").name()).isEqualTo("ragenta:k=5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Ragenta(101))
        .withMessage("k must be 1 to 100, was 101");
  }
}
