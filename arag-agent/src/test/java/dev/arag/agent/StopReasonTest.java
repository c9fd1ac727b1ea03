package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.output.FinishReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StopReasonTest {
  private static final String QUESTION = "Who rang the bell?";
  private static final Corpus CORPUS = corpus(40, 30);

  private static Corpus corpus(int documents, int sentences) {
    return InMemoryCorpus.of(
        IntStream.range(0, documents)
            .mapToObj(i -> Document.of("d" + i, story(i, sentences)))
            .toArray(Document[]::new));
  }

  private static String story(int number, int sentences) {
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < sentences; i++) {
      story.append("In year ").append(number * 100 + i).append(" the keeper rang the bell. ");
    }
    return story.toString();
  }

  private static ScriptedChatModel reading(int turns) {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (int i = 0; i < turns; i++) {
      model.call("chunk_read", Map.of("chunk_ids", List.of("d" + i)));
    }
    return model;
  }

  private static Answer ask(ScriptedChatModel model, Budget.Builder budget) {
    return Agent.builder(CORPUS, model).budget(budget.build()).build().ask(QUESTION);
  }

  private static NoAnswerException askWithoutAnswer(ScriptedChatModel model) {
    Agent agent = Agent.builder(CORPUS, model).modelRetries(0).build();
    return catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
  }

  private static void assertIsClosing(ChatRequest closing, ChatRequest before) {
    List<ChatMessage> messages = closing.messages();
    assertThat(messages.subList(0, before.messages().size())).isEqualTo(before.messages());
    assertThat(closing.toolSpecifications()).isEqualTo(before.toolSpecifications());
    assertThat(closing.toolChoice()).isEqualTo(ToolChoice.NONE);
    assertThat(messages.get(messages.size() - 1))
        .isEqualTo(UserMessage.from(LoopMessage.CLOSING.defaultText()));
  }

  @Nested
  class ClosingCall {
    @Test
    void reportsTheFailureOfTheClosingCallIfNothingWasFound() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("Zanzibar")))
              .fail(new AuthenticationException("no such key"));
      NoAnswerException end =
          catchThrowableOfType(
              NoAnswerException.class, () -> ask(model, Budget.builder().maxTurns(1)));
      assertThat(end.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(end).hasCauseInstanceOf(ModelException.class);
      assertThat(end.getCause()).hasMessageContaining("no such key");
      assertThat(end.isRetriable()).isFalse();
    }

    @Test
    void makesAClosingCallAfterTheLastTurn() {
      ScriptedChatModel model = reading(3).answer("The keeper [d0].");
      Answer answer = ask(model, Budget.builder().maxTurns(3));

      assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      assertThat(answer.isComplete()).isFalse();
      assertThat(answer.text()).startsWith("The keeper");
      assertThat(answer.usage().turns()).isEqualTo(4);
      assertIsClosing(model.requests().get(3), model.requests().get(2));
      Step.ModelCall closing = (Step.ModelCall) lastStep(answer);
      assertThat(closing.request().isClosing()).isTrue();
    }

    private static Step lastStep(Answer answer) {
      List<Step> steps = answer.trajectory().steps();
      return steps.get(steps.size() - 1);
    }

    @Test
    void makesAClosingCallAfterAnEmptyReply() {
      ScriptedChatModel model = reading(1).answer(" ").answer("The keeper [d0].");
      Answer answer = ask(model, Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertIsClosing(model.requests().get(2), model.requests().get(1));
    }

    /**
     * The message must name the deadline of the run. The short time limit of the closing call alone
     * would not explain why there is no answer.
     */
    @Test
    void reportsTheDeadlineIfTheClosingCallTimesOut() {
      ModelException slow =
          ModelFailures.recorded("Too slow.", ModelException.Kind.OUT_OF_TIME, "timeout");
      NoAnswerException failure =
          askWithoutAnswer(ScriptedChatModel.script().fail(slow).fail(slow));
      assertThat(failure)
          .hasMessage(
              "There is no answer. The time limit was reached during the closing call. Too slow.");
    }
  }

  @Nested
  class CallLimits {
    @Test
    void doesNotExecuteCallsAfterTheCallLimit() {
      ScriptedChatModel model = reading(3).answer("The keeper [d0].");
      Answer answer = ask(model, Budget.builder().maxToolCalls(2));
      assertThat(answer.stopReason()).isEqualTo(StopReason.CALL_LIMIT);
      assertThat(answer.usage().toolCalls()).isEqualTo(2);
      assertThat(model.stepsLeft()).isZero();
      assertThat(answer.text()).startsWith("The keeper");
    }

    @Test
    void rejectsCallsThatExceedTheCallLimitWithinATurn() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(
                  ToolCall.of("a", "chunk_read", "{\"chunk_ids\":[\"d0\"]}"),
                  ToolCall.of("b", "chunk_read", "{\"chunk_ids\":[\"d1\"]}"),
                  ToolCall.of("c", "chunk_read", "{\"chunk_ids\":[\"d2\"]}"))
              .answer("The keeper [d0].");
      Answer answer = ask(model, Budget.builder().maxToolCalls(2));
      assertThat(answer.stopReason()).isEqualTo(StopReason.CALL_LIMIT);
      assertThat(answer.text()).startsWith("The keeper");
      assertThat(answer.trajectory().steps().subList(1, 4))
          .extracting(step -> ((Step.ToolUse) step).observation() instanceof Observation.Rejected)
          .containsExactly(false, false, true);
    }
  }

  @Nested
  class TokenLimits {
    @ParameterizedTest
    @ValueSource(ints = {3_072, 4_096, 8_192})
    void keepsEveryRequestWithinTheContextWindow(int contextTokens) {
      Budget.Builder budget = Budget.builder().maxTurns(40).maxToolCalls(100);
      budget.contextTokens(contextTokens);
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 41; i++) {
        String id = "d" + i;
        model.reply(
            request ->
                request.toolChoice() == ToolChoice.NONE
                    ? ScriptedChatModel.script().answer("Enough.").doChat(request)
                    : ScriptedChatModel.script()
                        .call("chunk_read", Map.of("chunk_ids", List.of(id)))
                        .doChat(request));
      }
      Answer answer = ask(model, budget);

      assertThat(answer.stopReason()).isIn(StopReason.CONTEXT_LIMIT, StopReason.TURN_LIMIT);
      assertThat(answer.text()).isEqualTo("Enough.");
      int reserved = budget.build().reservedTokens();
      assertThat(answer.trajectory().steps())
          .filteredOn(Step.ModelCall.class::isInstance)
          .hasSizeGreaterThanOrEqualTo(2)
          .allSatisfy(
              step ->
                  assertThat(((Step.ModelCall) step).request().tokens())
                      .isLessThanOrEqualTo(contextTokens - reserved));
    }

    @Test
    void limitsAnObservationToAnEighthOfTheContextWindow() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("chunk_read", Map.of("chunk_ids", List.of("d0", "d1", "d2", "d3", "d4")))
              .answer("The keeper.");
      Answer answer = ask(model, Budget.builder().contextTokens(8_192));
      Observation observation = ((Step.ToolUse) answer.trajectory().steps().get(1)).observation();
      assertThat(observation.shown()).isNotEmpty();
      assertThat(TokenCounter.o200k().count(observation.text())).isLessThan(8_192 / 8 + 200);
    }

    @Test
    void doesNotSendAQuestionThatExceedsTheContextWindow() {
      ScriptedChatModel model = ScriptedChatModel.script().answer("Never asked.");
      Agent agent =
          Agent.builder(CORPUS, model)
              .budget(Budget.builder().contextTokens(2_048).build())
              .build();
      NoAnswerException failure =
          catchThrowableOfType(
              NoAnswerException.class, () -> agent.ask("Who? ".repeat(3_000) + "Why?"));
      assertThat(failure.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
      assertThat(model.requests()).isEmpty();
    }

    @Test
    void limitsTheTokensOfTheWholeRun() {
      ScriptedChatModel model = reading(1).answer("The keeper.");
      Answer answer = ask(model, Budget.builder().contextTokens(8_192).totalTokens(4_000));
      assertThat(answer.stopReason()).isEqualTo(StopReason.TOKEN_BUDGET);
      assertIsClosing(model.requests().get(1), model.requests().get(0));
    }
  }

  @Nested
  class TimeLimits {
    @Test
    void makesTheClosingCallShortlyBeforeTheDeadline() {
      Answer answer = askOnAClock(Duration.ofSeconds(55), reading(1).answer("The keeper."));
      assertThat(answer.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(answer.text()).isEqualTo("The keeper.");
    }

    @Test
    void answersWithTheFoundPassagesAfterTheDeadline() {
      ScriptedChatModel model = reading(1).answer("Too late.");
      Answer answer = askOnAClock(Duration.ofSeconds(61), model);
      assertThat(answer.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(answer.isComplete()).isFalse();
      assertThat(answer.text()).contains("[d0]").contains("the keeper rang the bell");
      assertThat(answer.warnings())
          .contains("The model did not answer: the text contains the passages that were found.");
      assertThat(answer.trajectory().shown()).isEmpty();
      assertThat(model.stepsLeft()).isEqualTo(1);
    }

    /**
     * Asks with a clock that advances only once: when the listener receives the result of the tool
     * call.
     */
    private static Answer askOnAClock(Duration jump, ScriptedChatModel model) {
      AtomicLong nanos = new AtomicLong(7);
      return Agent.builder(CORPUS, model)
          .budget(Budget.builder().timeout(Duration.ofMinutes(1)).build())
          .nanoTime(nanos::get)
          .listener(
              event -> {
                if (event instanceof RunEvent.StepCompleted completed
                    && completed.step() instanceof Step.ToolUse) {
                  nanos.addAndGet(jump.toNanos());
                }
              })
          .build()
          .ask(QUESTION);
    }

    @Test
    void endsAStrategyThatIgnoresTheBudget() {
      Strategy stubborn =
          (question, run) -> {
            while (run.remaining().maxTurns() >= 0) {
              run.complete(question);
            }
            return "never";
          };
      ScriptedChatModel model =
          ScriptedChatModel.script().answer("one").answer("two").answer("the end");
      Answer answer =
          Agent.builder(CORPUS, model)
              .strategy(stubborn)
              .budget(Budget.builder().maxTurns(2).build())
              .build()
              .ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      assertThat(answer.text()).isEqualTo("the end");
    }
  }

  @Nested
  class ModelReplies {
    @Test
    void reportsAModelFailureAsTheStopReason() {
      NoAnswerException failure =
          askWithoutAnswer(reading(2).fail(new RateLimitException("slow down, please")));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(failure).hasMessageContaining("slow down, please");
      assertThat(failure.getCause()).isInstanceOf(ModelException.class);
      assertThat(failure.isRetriable()).isTrue();
      assertThat(failure.trajectory().steps()).hasSize(5);
      assertThat(failure.trajectory().steps().get(4)).isInstanceOf(Step.ModelFailure.class);
      assertThat(failure.trajectory().usage().toolCalls()).isEqualTo(2);
    }

    @Test
    void reportsAModelFailureAfterTwoEmptyReplies() {
      NoAnswerException failure =
          askWithoutAnswer(ScriptedChatModel.script().answer(" ").answer(""));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(failure.trajectory().answer()).isEmpty();
    }

    @Test
    void returnsTheFoundPassagesAsAPartialAnswer() {
      Answer answer = ask(reading(1).answer(" ").answer(""), Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(answer.isComplete()).isFalse();
      assertThat(answer.text()).contains("[d0]");
    }

    @Test
    void throwsForARefusalWithoutText() {
      NoAnswerException failure =
          askWithoutAnswer(ScriptedChatModel.script().answer(" ", FinishReason.CONTENT_FILTER));
      assertThat(failure.stopReason()).isEqualTo(StopReason.REFUSED);
    }

    /** These texts are invisible or consist only of punctuation and markup. */
    @ParameterizedTest
    @ValueSource(strings = {"\u200B", "\u00A0", "...", "**", "```\n```", "\uFEFF\u2060 -"})
    void rejectsATextWithoutContentAsAnAnswer(String nothing) {
      NoAnswerException failure =
          askWithoutAnswer(ScriptedChatModel.script().answer(nothing).answer(nothing));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      Answer found = ask(reading(1).answer(nothing).answer(nothing), Budget.builder());
      assertThat(found.isComplete()).isFalse();
      assertThat(found.text()).contains("[d0]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\u20AC", "\uD83D\uDC4D", "\u4E2D"})
    void acceptsASingleSymbolAsAnAnswer(String sign) {
      assertThat(ask(reading(1).answer(sign).answer(sign), Budget.builder()).isComplete()).isTrue();
    }

    @Test
    void reportsATruncatedReplyOfAnotherRole() {
      ChatModel writer = ScriptedChatModel.script().answer(" The kee", FinishReason.LENGTH);
      Answer answer =
          Agent.builder(CORPUS, ScriptedChatModel.script())
              .model("writer", writer)
              .strategy((question, run) -> run.as("writer").complete(question).strip())
              .build()
              .ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.TRUNCATED);
    }

    @ParameterizedTest
    @CsvSource({
      "'NOT FOUND\nNo document says it.', STOP, ANSWERED",
      "'Not found guilty', STOP, ANSWERED",
      "'The sign says: NOT FOUND', STOP, ANSWERED",
      "'The keeper', STOP, ANSWERED",
      "'The kee', LENGTH, TRUNCATED",
      "'I cannot', CONTENT_FILTER, REFUSED"
    })
    void derivesTheStopReasonFromTheLastReply(String text, FinishReason finish, StopReason reason) {
      Answer answer = ask(ScriptedChatModel.script().answer(text, finish), Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(reason);
      assertThat(answer.text()).isEqualTo(text);
    }
  }

  @Nested
  class Interrupts {
    /**
     * A model call runs on a separate thread. An interrupt of that thread must not count as an
     * interrupt of the run.
     */
    @Test
    void treatsAnInterruptReportedByAModelAsAModelFailure() {
      ChatModel model =
          ScriptedChatModel.script().fail(new RuntimeException(new InterruptedException()));
      NoAnswerException failure =
          catchThrowableOfType(
              NoAnswerException.class,
              () -> Agent.builder(InMemoryCorpus.of(), model).build().ask("Who?"));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    static Stream<RuntimeException> interruptFailures() {
      InterruptedException cause = new InterruptedException();
      return Stream.of(
          new CorpusException("Interrupted.", cause),
          new EmbeddingException("The embedder was interrupted.", new RuntimeException(cause)),
          new IllegalStateException(cause));
    }

    /**
     * Some tools restore the interrupt flag; others clear it. The run must be cancelled in both
     * cases.
     */
    @ParameterizedTest
    @MethodSource("interruptFailures")
    void cancelsARunThatIsInterruptedDuringASearch(RuntimeException interrupt) {
      Strategy searching =
          (question, run) -> {
            throw interrupt;
          };
      try {
        Agent agent = Agent.builder(CORPUS, ScriptedChatModel.script()).strategy(searching).build();
        NoAnswerException failure =
            catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
        assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      } finally {
        Thread.interrupted();
      }
    }
  }
}
