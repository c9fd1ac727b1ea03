package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the events that a page needs to show an answer while the model writes it. */
@Timeout(60)
class AnswerEventsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";
  private static final String ANSWER =
      "In Tarn [k2: \"born in Tarn\"]. Mira Voss (an engineer) built it [k1, k2].\n\nEvidence:\n"
          + "[k1] \"designed by Mira Voss\"";

  /** A model that writes its replies in random cuts. */
  private static final class CuttingModel implements StreamingChatModel {
    private final Random random;
    private final Deque<AiMessage> replies = new ArrayDeque<>();

    CuttingModel(long seed) {
      random = new Random(seed);
    }

    /** Adds a tool call, with text before it. */
    CuttingModel calling(String text) {
      replies.add(
          AiMessage.from(
              text,
              List.of(
                  ToolExecutionRequest.builder()
                      .id("c" + replies.size())
                      .name("chunk_read")
                      .arguments("{\"chunk_ids\":[\"k1\",\"k2\"]}")
                      .build())));
      return this;
    }

    CuttingModel answering(String text) {
      replies.add(AiMessage.from(text));
      return this;
    }

    /** Adds a reply that breaks off with an error that is retried. */
    CuttingModel breakingOff(String text) {
      replies.add(AiMessage.from(text + BROKEN));
      return this;
    }

    private static final String BROKEN = "\u0007broken";

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      AiMessage reply = replies.remove();
      boolean isBroken = reply.text().endsWith(BROKEN);
      String text = isBroken ? reply.text().replace(BROKEN, "") : reply.text();
      for (int i = 0; i < text.length(); ) {
        int end = Math.min(text.length(), i + 1 + random.nextInt(9));
        handler.onPartialResponse(text.substring(i, end));
        i = end;
      }
      if (isBroken) {
        handler.onError(new RateLimitException("busy"));
        return;
      }
      handler.onCompleteResponse(
          ChatResponse.builder()
              .aiMessage(reply)
              .finishReason(
                  reply.hasToolExecutionRequests()
                      ? FinishReason.TOOL_EXECUTION
                      : FinishReason.STOP)
              .build());
    }
  }

  /** What a page shows after each event: the text, and the numbers of the sources. */
  private static final class Page {
    private final List<RunEvent> events = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> numbers = new ArrayList<>();
    private int discarded;

    void show(RunEvent event) {
      events.add(event);
      if (event instanceof RunEvent.AnswerText part) {
        assertThat(part.text()).isNotEmpty().doesNotContain("Evidence", "[k", "{");
        text.append(part.text());
      } else if (event instanceof RunEvent.AnswerCitation citation) {
        text.append(citation.text());
        numbers.addAll(citation.sources().stream().map(Citation.Source::number).toList());
      } else if (event instanceof RunEvent.AnswerDiscarded) {
        assertThat(text).isNotEmpty();
        discarded++;
        text.setLength(0);
        numbers.clear();
      }
    }

    <T extends RunEvent> List<T> all(Class<T> type) {
      return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  private static Page follow(Run run) {
    Page page = new Page();
    run.forEach(page::show);
    return page;
  }

  private static Page followed(StreamingChatModel model) {
    return followed(Agent.builder(CORPUS, model));
  }

  private static Page followed(Agent.Builder agent) {
    Run run = agent.build().start(QUESTION);
    Page page = follow(run);
    assertThat(page.text).hasToString(run.answer().text());
    assertThat(page.numbers)
        .isEqualTo(
            run.answer().markers().stream()
                .flatMap(marker -> marker.sources().stream())
                .map(Citation::number)
                .toList());
    return page;
  }

  static Stream<Long> seeds() {
    return Stream.iterate(1L, seed -> seed + 1).limit(3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theTextOnThePageIsTheAnswer(long seed) {
    Page page = followed(new CuttingModel(seed).calling("").answering(ANSWER));
    assertThat(page.discarded).isZero();
    assertThat(page.all(RunEvent.AnswerText.class)).hasSizeGreaterThan(4);
    assertThat(page.numbers).containsExactly(1, 1, 2);
    assertThat(page.events.indexOf(page.all(RunEvent.AnswerText.class).get(0)))
        .isLessThan(page.events.indexOf(page.all(RunEvent.CitationChecked.class).get(0)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void textBeforeAToolCallIsDiscarded(long seed) {
    Page page =
        followed(new CuttingModel(seed).calling("Let me look at [k2] and more.").answering(ANSWER));
    assertThat(page.discarded).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aCorrectedReplyIsDiscarded(long seed) {
    Page page =
        followed(
            new CuttingModel(seed)
                .calling("")
                .answering("In Tarn, without a source.")
                .answering(ANSWER));
    assertThat(page.discarded).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aCorrectedReplyThatRemainsTheAnswerIsSentAgain(long seed) {
    Page page =
        followed(
            new CuttingModel(seed)
                .calling("")
                .answering("In Tarn, without a source.")
                .answering("I have none to name."));
    assertThat(page.text).hasToString("In Tarn, without a source.");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Execution(ExecutionMode.CONCURRENT)
  void aRetriedReplyIsDiscarded(long seed) {
    Page page =
        followed(
            Agent.builder(
                    CORPUS,
                    new CuttingModel(seed)
                        .calling("")
                        .breakingOff("In Tarn [k2]. But then the conn")
                        .answering(ANSWER))
                .jitter(() -> 0));
    assertThat(page.discarded).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void reasoningAndWrittenToolCallsAreNeverShown(long seed) {
    Page page =
        followed(
            new CuttingModel(seed)
                .answering("{\"name\": \"chunk_read\", \"arguments\": {\"chunk_ids\": [\"k1\"]}}")
                .answering("<think>I think of [k1]</think>\n\n" + ANSWER));
    assertThat(page.discarded).isZero();
    assertThat(page.all(RunEvent.AnswerText.class))
        .noneMatch(part -> part.text().contains("think"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"It must be Tarn.</think>", "In Tarn \n<|channel|>final<|message|>"})
  void reasoningWithoutAnOpeningTagIsDiscarded(String reasoning) {
    Page page = followed(new CuttingModel(7).calling("").answering(reasoning + ANSWER));
    assertThat(page.discarded).isEqualTo(1);
  }

  @Test
  void aModelThatDoesNotStreamSendsTheAnswerAtTheEnd() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("NOT FOUND. Nothing says so");
    Page page = followed(Agent.builder(CORPUS, model));
    assertThat(page.all(RunEvent.AnswerText.class)).hasSize(1);
    assertThat(page.events.get(page.events.size() - 2)).isInstanceOf(RunEvent.AnswerText.class);
  }

  @Test
  void citationsAreEventsOfTheirOwn() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer(ANSWER);
    Page page = followed(Agent.builder(CORPUS, model));
    assertThat(page.events)
        .filteredOn(
            event ->
                event instanceof RunEvent.AnswerText || event instanceof RunEvent.AnswerCitation)
        .extracting(event -> event.view().data().get("text"))
        .containsExactly(
            "In Tarn ",
            "[k2: \"born in Tarn\"]",
            ". Mira Voss (an engineer) built it ",
            "[k1, k2]",
            ".");
    RunEvent.AnswerCitation last = page.all(RunEvent.AnswerCitation.class).get(1);
    assertThat(last.sources())
        .extracting(source -> source.chunkId().value())
        .containsExactly("k2", "k1");
    assertThat(last.sources()).allSatisfy(source -> assertThat(source.location()).isNotNull());
  }

  @Test
  void anAnswerMadeOfEvidenceOnlyIsSentAtTheEnd() {
    Page page =
        followed(new CuttingModel(3).calling("").answering("Sources:\n[k2] \"born in Tarn\""));
    assertThat(page.text).hasToString("Sources:\n[k2] \"born in Tarn\"");
  }

  @Test
  void aRunWithoutAnAnswerLeavesNothingOnThePage() {
    CuttingModel model = new CuttingModel(5).calling("").breakingOff("In Tarn [k2].");
    Run run =
        Agent.builder(InMemoryCorpus.of(Document.of("x", "Nothing.")), model)
            .modelRetries(0)
            .build()
            .start(QUESTION);
    Page page = follow(run);
    assertThat(catchThrowableOfType(NoAnswerException.class, run::answer)).isNotNull();
    assertThat(page.text).isEmpty();
    assertThat(page.discarded).isEqualTo(1);
  }

  @Test
  void aLimitDiscardsAndTheClosingAnswerFollows() {
    Page page =
        followed(
            Agent.builder(
                    CORPUS,
                    new CuttingModel(9)
                        .calling("First [k1] I look.")
                        .calling("Then I look again.")
                        .answering(ANSWER))
                .budget(Budget.builder().maxTurns(2).build()));
    assertThat(page.discarded).isEqualTo(2);
  }

  @Test
  void aStrategyThatReturnsAnotherTextSendsIt() {
    Strategy twice =
        (question, run) -> run.complete("Answer: " + question) + " And " + run.complete("More");
    Page page =
        followed(
            Agent.builder(CORPUS, new CuttingModel(2).answering("Tarn").answering("Quill"))
                .strategy(twice));
    assertThat(page.text).hasToString("Tarn And Quill");
  }

  @Test
  void aLongAnswerIsSentWhileItIsWritten() {
    String sentence = "Mira Voss (an engineer) was born in Tarn, they say [k2].\n";
    Page page = followed(new CuttingModel(4).calling("").answering(sentence.repeat(400)));
    assertThat(page.discarded).isZero();
    assertThat(page.all(RunEvent.AnswerText.class)).hasSizeGreaterThan(1_000);
    assertThat(page.all(RunEvent.AnswerCitation.class)).hasSize(400);
  }
}
