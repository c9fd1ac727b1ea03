package dev.arag.extractive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractiveChatModelTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          article(
              "k1",
              "Lantern Bridge",
              "Lantern Bridge spans the river Ilde in Quill."
                  + " Lantern Bridge was designed by Orla Venn. It was opened in 1904."),
          article(
              "k2",
              "Orla Venn",
              "Orla Venn was an engineer. Orla Venn was born in Tarn in 1861."
                  + " She died in 1932."),
          article(
              "k3",
              "Brannock",
              "Brannock is a village of nine houses near the sea."
                  + " Its mill was built by Anders Holm."),
          article(
              "k4", "Anders Holm", "Anders Holm (born 3 May 1840) was a miller and an inventor."),
          article(
              "k5",
              "Tide Mill",
              "Tide Mill is a mill on the coast with 14 wheels, founded in 1790."));

  private final ExtractiveChatModel model = new ExtractiveChatModel();

  private static Document article(String id, String title, String text) {
    return Document.builder(id, text).title(title).heading(0, List.of(title)).build();
  }

  @ParameterizedTest
  @CsvSource({
    "Who designed Lantern Bridge?, Orla Venn",
    "When was Lantern Bridge opened?, 1904",
    "Where was the designer of Lantern Bridge born?, Tarn",
    "When was the builder of the mill in Brannock born?, 3 May 1840",
    "How many wheels does Tide Mill have?, 14"
  })
  void findsTheAnswer(String question, String expected) {
    Answer answer = Agent.builder(CORPUS, model).build().ask(question);

    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.shortAnswer()).isEqualTo(expected);
    assertThat(answer.citations())
        .isNotEmpty()
        .extracting(Citation::verdict)
        .containsOnly(Verdict.SUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What is the airspeed of a swallow?",
        "When did Hannibal cross the Alps with his army?",
        "How many wheels did the swallow of Orvieto have in its golden cage?"
      })
  void saysNotFoundIfTheTextsOnlyShareAFewWordsWithTheQuestion(String question) {
    Corpus birds =
        InMemoryCorpus.of(
            article("k1", "Simon", "Simon saw a swallow. He drew the swallow with his left hand."),
            article("k2", "Tide Mill", "Tide Mill is a mill with 14 wheels near an army camp."));

    Answer answer = Agent.builder(birds, model).build().ask(question);

    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.text()).isEqualTo("NOT FOUND\nThe documents do not contain the answer.");
  }

  @Test
  void quotesBothHops() {
    Answer answer =
        Agent.builder(CORPUS, model).build().ask("Where was the designer of Lantern Bridge born?");

    assertThat(answer.text())
        .contains("Lantern Bridge was designed by Orla Venn. [k1]")
        .contains("Orla Venn was born in Tarn in 1861. [k2]")
        .doesNotContain("Evidence:");
  }

  @Test
  void returnsTheSameAnswerForTheSameQuestion() {
    String question = "When was the builder of the mill in Brannock born?";
    String first = Agent.builder(CORPUS, model).build().ask(question).text();

    assertThat(Agent.builder(CORPUS, new ExtractiveChatModel()).build().ask(question).text())
        .isEqualTo(first);
  }

  @Test
  void endsWithinEightToolCalls() {
    Answer answer =
        Agent.builder(CORPUS, model).build().ask("Who built the mill and the bridge of Quill?");

    assertThat(answer.usage().toolCalls()).isBetween(3, 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void answersTheClosingCallFromTheFactsFound(int maxTurns) {
    Budget budget = Budget.builder().maxTurns(maxTurns).build();

    Answer answer =
        Agent.builder(CORPUS, model).budget(budget).build().ask("Who designed Lantern Bridge?");

    assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    assertThat(answer.shortAnswer()).isEqualTo("Orla Venn");
  }

  @ParameterizedTest
  @ValueSource(strings = {Toolbox.SEMANTIC_SEARCH, Toolbox.KEYWORD_SEARCH, Toolbox.CHUNK_READ})
  void answersWithoutOneOfTheTools(String missing) {
    Answer answer =
        Agent.builder(CORPUS, model)
            .tools(corpus -> Toolbox.of(corpus).without(missing))
            .build()
            .ask("Where was the designer of Lantern Bridge born?");

    assertThat(answer.shortAnswer()).isEqualTo("Tarn");
  }

  @Test
  void answersNotFoundIfNoFactIsRelevant() {
    Answer answer = Agent.builder(CORPUS, model).build().ask("Why zygotes quarrel?");

    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.citations()).isEmpty();
  }

  @Test
  void searchesAnEmptyCorpus() {
    Answer answer = Agent.builder(InMemoryCorpus.of(), model).build().ask("Where is Atlantis?");

    assertThat(answer.warnings()).contains("The index is empty, or the scope allows no document.");
  }

  @Test
  void rejectsNull() {
    assertThatNullPointerException().isThrownBy(() -> model.doChat(null)).withMessage("request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", " . ", "\"", "\"\"\"", "or", " or ", "A or ", "谁设计了这座桥？", "\uD800"})
  void answersAnyText(String question) {
    ChatResponse reply =
        model.chat(
            ChatRequest.builder()
                .messages(UserMessage.from(question))
                .toolSpecifications(ToolSpecification.builder().name("keyword_search").build())
                .build());

    assertThat(reply.aiMessage()).isNotNull();
  }

  @Test
  void callsNoToolIfCallsAreForbidden() {
    ChatResponse reply =
        model.chat(
            ChatRequest.builder()
                .messages(UserMessage.from("Who designed Lantern Bridge?"))
                .toolSpecifications(ToolSpecification.builder().name("keyword_search").build())
                .toolChoice(ToolChoice.NONE)
                .build());

    assertThat(reply.aiMessage().hasToolExecutionRequests()).isFalse();
    assertThat(reply.aiMessage().text()).startsWith("NOT FOUND");
  }

  @Test
  void answersFromPassagesInAPrompt() {
    String prompt =
        """
        Answer only from these passages, citing them.
        <<<abc234
        [k1] Lantern Bridge
        - Lantern Bridge was designed by Orla Venn.
        >>>abc234
        Question: Who designed Lantern Bridge?""";

    ChatResponse reply =
        model.chat(ChatRequest.builder().messages(UserMessage.from(prompt)).build());

    assertThat(reply.aiMessage().text()).startsWith("Orla Venn\n").contains("[k1]");
  }

  @Test
  void saysInItsDescriptionThatItIsNoLlm() {
    assertThat(ExtractiveChatModel.DESCRIPTION).contains("no LLM").contains("do not show how well");
  }
}
