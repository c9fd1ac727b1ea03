package dev.arag.strategies.internal.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FaithfulTest {
  private static final String QUESTION = "What is the capital of Velden?";
  private static final String FACTS = "- the capital of Velden";
  private static final String BACKGROUND = "Quill is the capital of Velden. It lies by the sea.";
  private static final String ANSWER =
      """
      Tarn [k1]
      CONFLICT: [k1] states Tarn, remembered is Quill

      Evidence:
      [k1] "the capital of Velden is Tarn"
      """;

  private final FixedSearch corpus =
      new FixedSearch(
          Map.of(
              QUESTION,
              List.of("k1", "k2"),
              "Quill is the capital of Velden.",
              List.of("k1", "k2"),
              "Quill lies by the sea.",
              List.of("k2")),
          Document.of(
              "k1",
              "Since the reform, the capital of Velden is Tarn. It was chosen in 1921. The vote"
                  + " was close. Many of the older villages in the north had asked for another town."
                  + " The reform was undone nowhere."),
          Document.of("k2", "Quill is a port in the south of Velden. It has two lighthouses."));

  private PromptModel memory =
      PromptModel.script(
          FACTS, BACKGROUND, "1. Quill is the capital of Velden.\n2. Quill lies by the sea.");
  private final PromptModel main = PromptModel.script(ANSWER);

  private Agent.Builder agent(Corpus searched) {
    return Agent.builder(searched, main)
        .model("memory", memory)
        .strategy(OtherStrategies.faithful())
        .modelRetries(0);
  }

  @Test
  void theAnswerComparesTheTextsWithWhatTheModelRemembers() {
    Answer answer = agent(corpus).build().ask(QUESTION);
    assertThat(memory.prompts()).hasSize(3);
    assertThat(memory.prompts().get(0)).endsWith("Question: " + QUESTION + "\n");
    assertThat(memory.prompts().get(1))
        .contains("Facts:\n" + FACTS + "\n")
        .endsWith("Question: " + QUESTION + "\n");
    assertThat(memory.prompts().get(2)).endsWith("Text:\n" + BACKGROUND + "\n");
    assertThat(memory.prompts()).noneMatch(prompt -> prompt.contains("Tarn"));
    assertThat(corpus.queries())
        .containsExactly(
            QUESTION + " 5", "Quill is the capital of Velden. 2", "Quill lies by the sea. 2");
    assertThat(main.prompts())
        .singleElement()
        .asString()
        .contains("It has two lighthouses.")
        // A group of at least 27 tokens, or to the end of the chunk.
        .contains(
            "[k1] \"Since the reform, the capital of Velden is Tarn. It was chosen in 1921. The"
                + " vote was close. Many of the older villages in the north had asked for another"
                + " town.\"\n[k2] \"Quill is a port in the south of Velden. It has two"
                + " lighthouses.\"\n>>>")
        .contains("1. Quill is the capital of Velden.\n2. Quill lies by the sea.\n")
        .contains("CONFLICT: ")
        .endsWith("Question: " + QUESTION + "\n");
    assertThat(answer.outcome()).isEqualTo(Outcome.CONFLICT);
    assertThat(answer.outcomeNote()).contains("[k1] states Tarn, remembered is Quill");
    assertThat(answer.citations()).isNotEmpty();
    assertThat(answer.citations()).allMatch(each -> each.verdict() == Verdict.SUPPORTED);
    assertThat(answer.usage().modelCalls()).isEqualTo(4);
  }

  @Test
  void withoutStatementsTheAnswerIsFromTheTexts() {
    for (PromptModel each :
        List.of(
            PromptModel.script("#?!"),
            PromptModel.script(""),
            PromptModel.script("NOT FOUND\nNo text is given."),
            PromptModel.script(FACTS, ""),
            PromptModel.script(FACTS, BACKGROUND, "---"),
            PromptModel.failing())) {
      memory = each;
      Answer answer = agent(corpus).build().ask(QUESTION);
      assertThat(main.prompts().get(main.prompts().size() - 1))
          .contains("It has two lighthouses.")
          .doesNotContain("you remember:");
      assertThat(answer.shortAnswer()).isEqualTo("Tarn");
      assertThat(answer.warnings())
          .contains(
              "faithful: what the model remembers could not be read. The answer is from the texts"
                  + " only.");
    }
  }

  @Test
  void aShortBudgetAsksOnlyForTheAnswer() {
    for (int calls : List.of(1, 2, 3)) {
      Answer answer =
          agent(corpus).budget(Budget.builder().maxModelCalls(calls).build()).build().ask(QUESTION);
      assertThat(memory.prompts()).isEmpty();
      assertThat(answer.shortAnswer()).isEqualTo("Tarn");
      assertThat(answer.warnings())
          .contains(
              "faithful: the budget did not allow to ask the model what it remembers. The answer is"
                  + " from the texts only.");
    }
    Answer answer =
        agent(corpus).budget(Budget.builder().maxModelCalls(4).build()).build().ask(QUESTION);
    assertThat(memory.prompts()).hasSize(3);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
  }

  @Test
  void theClosingCallAnswersFromTheTexts() {
    memory = PromptModel.script("fact ".repeat(1_500));
    Answer answer =
        agent(corpus)
            .budget(Budget.builder().contextTokens(8_192).totalTokens(10_400).build())
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TOKEN_BUDGET);
    assertThat(main.prompts()).singleElement().asString().contains("It has two lighthouses.");
    assertThat(answer.shortAnswer()).isEqualTo("Tarn");
  }

  @Test
  void withoutTextTheModelIsNotAskedWhatItRemembers() {
    Answer answer = agent(InMemoryCorpus.of()).build().ask(QUESTION);
    assertThat(memory.prompts()).isEmpty();
    assertThat(answer.warnings()).anyMatch(warning -> warning.contains("index may be empty"));
  }

  @Test
  void aGroupOfAChunkThatDoesNotFitIsNotShown() {
    FixedSearch large =
        new FixedSearch(
            Map.of(
                QUESTION,
                List.of("k1", "k2"),
                "Quill is the capital of Velden.",
                List.of("k1", "k2")),
            Document.of("k1", "The capital of Velden is Tarn. " + "The town is old. ".repeat(40)),
            Document.of("k2", "Quill is a port. " + "The port is very old. ".repeat(400)));
    memory = PromptModel.script(FACTS, BACKGROUND, "1. Quill is the capital of Velden.");
    Answer unused =
        agent(large).budget(Budget.builder().contextTokens(3_000).build()).build().ask(QUESTION);
    assertThat(main.prompts())
        .singleElement()
        .asString()
        .contains("[k1] \"The capital of Velden is Tarn.")
        .doesNotContain("Quill is a port.");
  }

  /** Chinese is written without spaces. */
  @Test
  void aGroupOfChineseSentencesEndsAfterAFewOfThem() {
    FixedSearch chinese =
        new FixedSearch(
            Map.of(QUESTION, List.of("k1"), "塔恩是首都。", List.of("k1")),
            Document.of("k1", "维尔登的首都是塔恩。" + "北方的港口有一座旧的灯塔。".repeat(40)));
    memory = PromptModel.script(FACTS, BACKGROUND, "1. 塔恩是首都。");
    Answer unused = agent(chinese).build().ask(QUESTION);
    Matcher group = Pattern.compile("\\[k1\\] \"([^\"]*)\"").matcher(main.prompts().get(0));
    assertThat(group.find()).isTrue();
    assertThat(group.group(1)).startsWith("维尔登的首都是塔恩。 北方").hasSizeLessThan(60);
  }

  @Test
  void theNameHasTheOption() {
    assertThat(OtherStrategies.faithful().name()).isEqualTo("faithful");
    assertThat(OtherStrategies.all().named("faithful:k=3").name()).isEqualTo("faithful:k=3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Faithful(0))
        .withMessage("k must be 1 to 100, was 0");
  }
}
