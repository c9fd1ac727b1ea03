package dev.arag.strategies.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.core.text.Document;
import dev.arag.strategies.FixedSearch;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.PromptModel;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoveringTest {
  private static final String QUESTION =
      "Where and when was Mira Voss born, and what did she design?";
  private static final String DESIGN = "What did Mira Voss design?";

  private static final String FIRST =
      "In Tarn in 1881 [k2]\n\nEvidence:\n[k2] \"born in Tarn in 1881\"";
  private static final String SECOND =
      "The Old Bridge [k1]\n\nEvidence:\n[k1] \"designed by Mira Voss\"";
  private static final String MERGED =
      """
      In Tarn in 1881 [k2]; the Old Bridge [k1]

      Evidence:
      [k2] "born in Tarn in 1881"
      [k1] "designed by Mira Voss"
      """;

  private final FixedSearch corpus =
      new FixedSearch(
          Map.of(QUESTION, List.of("k2"), DESIGN, List.of("k1")),
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));

  private PromptModel main =
      PromptModel.of(
          prompt -> {
            if (prompt.contains("Answers to further questions:")) {
              return MERGED;
            }
            return prompt.contains("Question: " + DESIGN) ? SECOND : FIRST;
          });

  private Answer ask(PromptModel critic) {
    return agent(critic).build().ask(QUESTION);
  }

  private Agent.Builder agent(PromptModel critic) {
    return Agent.builder(corpus, main)
        .model("critic", critic)
        .strategy(Covering.of(Strategies.naiveRag(5)))
        .modelRetries(0);
  }

  private static String components(String... components) {
    return "{\"components\": [" + String.join(", ", components) + "]}";
  }

  private static String component(String text, String covered, String citations, String followUp) {
    return "{\"text\": \"%s\", \"covered\": \"%s\", \"citations\": [%s], \"followUp\": \"%s\"}"
        .formatted(text, covered, citations, followUp);
  }

  private static final String BIRTH = component("birth", "full", "1", "");
  private static final String WORK = component("work", "none", "", DESIGN);

  @Test
  void whatIsNotCoveredIsAskedAndMerged() {
    PromptModel critic = PromptModel.script(components(BIRTH, WORK));
    Answer answer = ask(critic);
    assertThat(critic.prompts())
        .singleElement()
        .asString()
        .contains("Question: " + QUESTION)
        .contains("Answer:\nIn Tarn in 1881 [k2]\n\n")
        .contains("1. [k2] \"born in Tarn in 1881\": quoted verbatim from the cited text");
    assertThat(corpus.queries()).containsExactly(QUESTION + " 5", DESIGN + " 5");
    assertThat(main.prompts()).hasSize(3);
    assertThat(main.prompts().get(2))
        .contains("First answer to the question below:\nIn Tarn in 1881 [k2]\n")
        .contains("Question: " + DESIGN + "\nAnswer: The Old Bridge [k1]\n")
        .contains("It has nine arches.")
        .contains("Tarn lies in the north.")
        .endsWith("Question: " + QUESTION + "\n");
    assertThat(answer.shortAnswer()).startsWith("In Tarn in 1881");
    assertThat(answer.citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED, Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void aCoveredAnswerStays() {
    Answer answer = ask(PromptModel.script(components(BIRTH)));
    assertThat(main.prompts()).hasSize(1);
    assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
  }

  /** The critic says that all is covered, but the checker did not verify the citations. */
  @Test
  void theCriticIsNotBelievedWithoutAVerifiedCitation() {
    for (String citations : List.of("", "2", "0")) {
      corpus.queries();
      Answer unused =
          ask(PromptModel.script(components(component("x", "FULL", citations, DESIGN))));
      assertThat(corpus.queries()).last().isEqualTo(DESIGN + " 5");
    }
    main =
        PromptModel.script(
            "In Rome in 1881 [k2]\n\nEvidence:\n[k2] \"born in Rome\"", SECOND, MERGED);
    Answer answer = ask(PromptModel.script(components(component("x", "FULL", "1", DESIGN))));
    assertThat(main.prompts()).hasSize(3);
    assertThat(answer.shortAnswer()).startsWith("In Tarn");
  }

  @Test
  void aFollowUpWithoutASupportedAnswerIsNotMerged() {
    for (String bad : List.of("NOT FOUND", "A tower [k9]", "A tower [k1: \"she built a tower\"]")) {
      main = PromptModel.script(FIRST, bad, "must not be asked");
      Answer answer = ask(PromptModel.script(components(BIRTH, WORK)));
      assertThat(main.prompts()).hasSize(2);
      assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
    }
  }

  @Test
  void aMergedAnswerWithoutASupportedCitationIsNotUsed() {
    for (String bad : List.of("", "NOT FOUND", "In Tarn and so on.", "In Tarn [k7: \"in Tarn\"]")) {
      main = PromptModel.script(FIRST, SECOND, bad);
      Answer answer = ask(PromptModel.script(components(BIRTH, WORK)));
      assertThat(main.prompts()).hasSize(3);
      assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
    }
  }

  @Test
  void theNumberOfFollowUpsIsLimited() {
    String six =
        IntStream.range(0, 6)
            .mapToObj(i -> component("c" + i, "PART", "", "Follow-up " + i + "?"))
            .collect(Collectors.joining(", "));
    Answer unused = ask(PromptModel.script(components(six)));
    assertThat(corpus.queries())
        .containsExactly(QUESTION + " 5", "Follow-up 0? 5", "Follow-up 1? 5", "Follow-up 2? 5");
  }

  @Test
  void theSameFollowUpIsAskedOnceAndTheQuestionNotAgain() {
    String asked =
        components(
            WORK,
            component("b", "PART", "", DESIGN.toUpperCase()),
            component("c", "NONE", "", QUESTION));
    Answer unused = ask(PromptModel.script(asked));
    assertThat(corpus.queries()).containsExactly(QUESTION + " 5", DESIGN + " 5");
  }

  @Test
  void aComponentWithoutAFollowUpIsTheQuestion() {
    Answer unused = ask(PromptModel.script(components(component(DESIGN, "NONE", "", ""))));
    assertThat(corpus.queries()).last().isEqualTo(DESIGN + " 5");
  }

  @Test
  void withoutAReadableCritiqueTheAnswerStays() {
    for (PromptModel critic : List.of(PromptModel.script("Good."), PromptModel.failing())) {
      Answer answer = ask(critic);
      assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
      assertThat(answer.warnings())
          .contains(
              "covering: the critic's reply could not be read. The coverage of the answer is unknown.");
    }
  }

  @Test
  void aModelThatFailsAfterTheFirstAnswerDoesNotLoseIt() {
    main =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("Question: " + DESIGN)) {
                throw new IllegalStateException("The model is broken.");
              }
              return FIRST;
            });
    Answer answer = ask(PromptModel.script(components(BIRTH, WORK)));
    assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
    assertThat(answer.warnings())
        .containsExactly(
            "covering: the model failed after the first answer. Parts of the question may be missing.");
  }

  @Test
  void aShortBudgetHasNoCriticAndNoFollowUp() {
    PromptModel critic = PromptModel.script(components(BIRTH, WORK));
    Answer first =
        agent(critic).budget(Budget.builder().maxModelCalls(1).build()).build().ask(QUESTION);
    assertThat(critic.prompts()).isEmpty();
    assertThat(first.stopReason()).isEqualTo(StopReason.ANSWERED);
    Answer second =
        agent(critic).budget(Budget.builder().maxModelCalls(3).build()).build().ask(QUESTION);
    assertThat(critic.prompts()).hasSize(1);
    assertThat(second.text()).isEqualTo("In Tarn in 1881 [k2]");
    assertThat(second.warnings())
        .containsExactly("covering: the budget did not allow the follow-up question: " + DESIGN);
  }

  /** The budget ends in a follow-up of a strategy with several calls. */
  @Test
  void theClosingCallMergesWhatThereIs() {
    main =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("Answers to further questions:")) {
                return FIRST;
              }
              return prompt.contains("Question: " + QUESTION) ? FIRST : "go on";
            });
    Strategy endless =
        (question, run) -> {
          run.closeFrom(() -> List.of(new Message.User("not this")));
          while (true) {
            String text =
                run.complete(
                    run.show(run.corpus().semanticSearch(run.question(), 1)).text()
                        + "\n\nQuestion: "
                        + question);
            if (!text.equals("go on")) {
              return text;
            }
          }
        };
    Answer answer =
        agent(PromptModel.script(components(BIRTH, WORK)))
            .strategy(Covering.of(endless))
            .budget(Budget.builder().maxModelCalls(6).build())
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_CALL_LIMIT);
    assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
    assertThat(main.prompts().get(main.prompts().size() - 1))
        .contains("First answer to the question below:\nIn Tarn in 1881 [k2]\n")
        .contains("Answers to further questions:\nNone.");
  }

  @Test
  void theConversationKeepsTheQuestionAfterAFollowUpThatFoundNothing() {
    main = PromptModel.script(FIRST, "NOT FOUND", FIRST);
    PromptModel critic = PromptModel.script(components(BIRTH, WORK), components(BIRTH));
    Conversation conversation = agent(critic).build().conversation();
    conversation.ask(QUESTION);
    conversation.ask("And who was she?");
    assertThat(main.prompts().get(2)).contains(QUESTION).doesNotContain(DESIGN);
  }

  @Test
  void aFollowUpDoesNotSeeTheEarlierQuestions() {
    PromptModel critic = PromptModel.script(components(BIRTH), components(BIRTH, WORK));
    Conversation conversation = agent(critic).build().conversation();
    conversation.ask(QUESTION);
    conversation.ask("And what did she design?");
    assertThat(main.prompts().get(2)).contains("Question: " + DESIGN).doesNotContain(QUESTION);
    assertThat(main.prompts().get(3)).contains(QUESTION);
  }

  /** The messages of the first attempt must not be those of the closing call of the second. */
  @Test
  void theClosingCallIsThatOfTheStrategyAgainAfterwards() {
    main = PromptModel.of(prompt -> prompt.contains("second attempt") ? "go on" : FIRST);
    Strategy twice =
        (question, run) -> {
          String unused = Covering.of(Strategies.naiveRag(5)).run(question, run);
          while (true) {
            unused = run.complete("second attempt");
          }
        };
    PromptModel critic = PromptModel.script(components(BIRTH, WORK));
    agent(critic)
        .strategy(twice)
        .budget(Budget.builder().maxModelCalls(6).build())
        .build()
        .ask(QUESTION);
    assertThat(main.prompts().get(main.prompts().size() - 1)).startsWith("second attempt");
  }

  @Test
  void theNameHasTheOptionAndTheInnerStrategy() {
    assertThat(OtherStrategies.all().named("covering").name()).isEqualTo("covering+arag");
    assertThat(OtherStrategies.all().named("covering:follow-ups=1+naive-rag:k=10").name())
        .isEqualTo("covering:follow-ups=1+naive-rag:k=10");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Covering(Strategies.arag(), 0))
        .withMessage("followUps must be 1 to 10, was 0");
  }

  @Test
  void aComponentWithoutWordsIsNotAsked() {
    Answer answer = ask(PromptModel.script(components(component("\\u200b", "none", "", ""))));
    assertThat(main.prompts()).hasSize(1);
    assertThat(answer.text()).isEqualTo("In Tarn in 1881 [k2]");
  }
}
