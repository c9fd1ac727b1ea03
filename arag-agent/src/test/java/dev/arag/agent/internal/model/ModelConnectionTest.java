package dev.arag.agent.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.internal.concurrent.TimeLimiter;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ModelConnectionTest {
  private static final List<RetrievalTool> TOOLS =
      Toolbox.over(InMemoryCorpus.of(Document.of("k1", "Tarn."))).tools();
  private static final ToolCall CALL = new ToolCall("c1", "chunk_read", "{\"chunk_ids\":[\"k1\"]}");
  private static final List<Message> HISTORY =
      List.of(
          new Message.System("Be brief."),
          new Message.User("Where?"),
          new Message.Assistant("I read it.", "", List.of(CALL), Map.of()),
          Message.ToolResult.of(CALL, new Observation.Found("[k1] Tarn.", List.of())),
          new Message.User("Answer now."));

  /** A time limit for calls that is longer than the time limit of a test. */
  private static final Duration LONG = Duration.ofMinutes(2);

  private final List<CallOptions.FailedAttempt> retries = new ArrayList<>();

  private CallOptions options(Duration atMost, int maxRetries) {
    return new CallOptions(atMost, maxRetries, () -> 0.5, retries::add, text -> {}, work -> work);
  }

  private CallOptions options() {
    return options(Duration.ofSeconds(20), 0);
  }

  /** A model whose replies are computed by a function. Records the requests. */
  private static final class FunctionChatModel implements ChatModel {
    private final List<ChatRequest> requests = new ArrayList<>();
    private final Function<ChatRequest, AiMessage> reply;

    FunctionChatModel(Function<ChatRequest, AiMessage> reply) {
      this.reply = reply;
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
      requests.add(request);
      return ChatResponse.builder().aiMessage(reply.apply(request)).build();
    }
  }

  private static boolean hasTools(ChatRequest request) {
    return request.toolSpecifications() != null && !request.toolSpecifications().isEmpty();
  }

  @Test
  void forbidsToolCallsInTheClosingCall() {
    FunctionChatModel model = new FunctionChatModel(request -> AiMessage.from("Tarn."));
    Reply reply = new ModelConnection(model).close(HISTORY, TOOLS, options());
    assertThat(reply.text()).isEqualTo("Tarn.");
    assertThat(model.requests).hasSize(1);
    assertThat(model.requests.get(0).toolChoice()).isEqualTo(ToolChoice.NONE);
    assertThat(hasTools(model.requests.get(0))).isTrue();
  }

  @Test
  void omitsToolChoiceAfterTheServerRejectsIt() {
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              if (request.toolChoice() != null) {
                throw new InvalidRequestException("tool_choice none is not supported");
              }
              return AiMessage.from("Tarn.");
            });
    ModelConnection connection = new ModelConnection(model);
    assertThat(connection.close(HISTORY, TOOLS, options()).text()).isEqualTo("Tarn.");
    assertThat(connection.close(HISTORY, TOOLS, options()).text()).isEqualTo("Tarn.");
    assertThat(model.requests)
        .extracting(ChatRequest::toolChoice)
        .containsExactly(ToolChoice.NONE, null, null);
    assertThat(model.requests).allMatch(ModelConnectionTest::hasTools);
    assertThat(model.requests.get(1).messages()).isEqualTo(model.requests.get(0).messages());
    assertThat(retries).hasSize(1);
    assertThat(retries.get(0).pause()).isZero();
  }

  @Test
  void sendsTheHistoryAsTextIfTheServerRejectsTools() {
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              if (hasTools(request)) {
                throw new UnsupportedFeatureException("tools are not supported here");
              }
              return AiMessage.from("Tarn.");
            });
    ModelConnection connection = new ModelConnection(model);
    assertThat(connection.close(HISTORY, TOOLS, options()).text()).isEqualTo("Tarn.");
    assertThat(connection.close(HISTORY, TOOLS, options()).text()).isEqualTo("Tarn.");
    assertThat(model.requests).hasSize(4);
    assertThat(model.requests.get(3).messages())
        .containsExactly(
            SystemMessage.from("Be brief."),
            UserMessage.from(
                "Where?\n\nI read it.\n(called chunk_read {\"chunk_ids\":[\"k1\"]})"
                    + "\n\n[k1] Tarn.\n\nAnswer now."));
  }

  @Test
  void sendsTheHistoryAsTextIfTheModelCallsAToolAnyway() {
    FunctionChatModel model =
        new FunctionChatModel(
            request ->
                hasTools(request)
                    ? AiMessage.from(
                        dev.langchain4j.agent.tool.ToolExecutionRequest.builder()
                            .id("c9")
                            .name("chunk_read")
                            .arguments("{}")
                            .build())
                    : AiMessage.from("Tarn."));
    Reply reply = new ModelConnection(model).close(HISTORY, TOOLS, options());
    assertThat(reply.text()).isEqualTo("Tarn.");
    assertThat(model.requests).hasSize(2);
    assertThat(retries).hasSize(1);
  }

  @Test
  void failsIfTheServerRejectsEveryForm() {
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              throw new InvalidRequestException("the model is on holiday");
            });
    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () -> new ModelConnection(model).close(HISTORY, TOOLS, options()));
    assertThat(failure).hasMessageContaining("on holiday");
    assertThat(model.requests).hasSize(3);
  }

  /**
   * A server may reject a request because of its content. The next request must then have the usual
   * form again.
   */
  @Test
  void remembersAFormOnlyAfterTheServerAcceptedIt() {
    AtomicInteger requests = new AtomicInteger();
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              if (requests.incrementAndGet() <= 3) {
                throw new InvalidRequestException("the model is on holiday");
              }
              return AiMessage.from("Tarn.");
            });
    ModelConnection connection = new ModelConnection(model);
    assertThatThrownBy(() -> connection.close(HISTORY, TOOLS, options()))
        .isInstanceOf(ModelException.class);
    assertThat(connection.close(HISTORY, TOOLS, options()).text()).isEqualTo("Tarn.");
    assertThat(model.requests.get(3).toolChoice()).isEqualTo(ToolChoice.NONE);
  }

  @Test
  void remembersMissingSchemaSupportOnlyAfterAReply() {
    AtomicInteger requests = new AtomicInteger();
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              if (requests.incrementAndGet() <= 2) {
                throw new InvalidRequestException("the model is on holiday");
              }
              return AiMessage.from("{}");
            });
    ModelConnection connection = new ModelConnection(model);
    String schema = "{\"type\":\"object\",\"properties\":{}}";
    assertThatThrownBy(() -> connection.fill(HISTORY, "Form", schema, options()))
        .isInstanceOf(ModelException.class);
    assertThat(connection.fill(HISTORY, "Form", schema, options()).text()).isEqualTo("{}");
    assertThat(model.requests)
        .extracting(request -> request.responseFormat() != null)
        .containsExactly(true, false, true);
  }

  @Test
  void doesNotChangeTheFormAfterAContextOverflow() {
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              throw new InvalidRequestException(
                  "This model's maximum context length is 4096 tokens.");
            });
    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () -> new ModelConnection(model).close(HISTORY, TOOLS, options()));
    assertThat(failure.isContextOverflow()).isTrue();
    assertThat(model.requests).hasSize(1);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void retriesACustomModelWithGrowingPauses() {
    AtomicInteger requests = new AtomicInteger();
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              if (requests.incrementAndGet() < 3) {
                throw new RateLimitException("slow down");
              }
              return AiMessage.from("Tarn.");
            });
    Reply reply =
        new ModelConnection(model).chat(HISTORY, TOOLS, options(Duration.ofSeconds(20), 2));
    assertThat(reply.text()).isEqualTo("Tarn.");
    // The random number 0.5 shortens each pause by an eighth.
    assertThat(retries)
        .extracting(CallOptions.FailedAttempt::pause)
        .containsExactly(Duration.ofMillis(438), Duration.ofMillis(875));
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 500", "1, 1, 375", "2, 0, 1000", "5, 0, 8000", "9, 1, 6000", "60, 0, 8000"})
  void limitsTheBackoff(int attempt, double random, long millis) {
    ModelException failure = new ModelException("busy", null, true);
    assertThat(Backoff.delay(attempt, failure, () -> random)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void rejectsCallsIfTooManyStuckCallsAreRunning() throws Exception {
    TimeLimiter calls = new TimeLimiter(20, Duration.ZERO);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch ended = abandonCalls(calls, end, 20);
    RejectedExecutionException refused =
        catchThrowableOfType(
            RejectedExecutionException.class,
            () -> calls.within(LONG, written -> "never", text -> {}, work -> work));
    assertThat(refused).hasMessageContaining("20 calls").hasMessageContaining("interrupted");
    end.countDown();
    ended.await();
    assertThat(calls.<String>within(LONG, written -> "again", text -> {}, work -> work))
        .isEqualTo("again");
  }

  /**
   * The listener uses up the time limit with the first text, so it must not receive any further
   * text.
   */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void returnsInTimeDespiteASlowListener() throws Exception {
    Duration atMost = Duration.ofSeconds(2);
    List<String> received = new ArrayList<>();
    String reply =
        new TimeLimiter()
            .within(
                atMost,
                written -> {
                  for (int i = 0; i < 60; i++) {
                    written.accept("text");
                  }
                  return "whole";
                },
                text -> {
                  received.add(text);
                  sleep(atMost);
                },
                work -> work);
    assertThat(reply).isEqualTo("whole");
    assertThat(received).containsExactly("text");
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void acceptsCallsDuringTheGracePeriodOfAbandonedCalls() throws Exception {
    TimeLimiter calls = new TimeLimiter(20, Duration.ofMinutes(1));
    CountDownLatch end = new CountDownLatch(1);
    abandonCalls(calls, end, 30);
    String reply = calls.within(LONG, written -> "fine", text -> {}, work -> work);
    assertThat(reply).isEqualTo("fine");
    end.countDown();
  }

  /**
   * Starts calls that ignore interrupts, and abandons each call as soon as it has started.
   *
   * @param end the latch that the calls wait for; count it down to end the calls
   * @return a latch that reaches zero when all calls have ended and no longer count as stuck
   */
  private static CountDownLatch abandonCalls(TimeLimiter calls, CountDownLatch end, int count) {
    CountDownLatch ended = new CountDownLatch(count);
    Thread caller = Thread.currentThread();
    for (int i = 0; i < count; i++) {
      assertThatThrownBy(
              () ->
                  calls.within(
                      LONG,
                      written -> ignoreInterrupts(end, caller),
                      text -> {},
                      work -> () -> runAndCount(work, ended)))
          .isInstanceOf(InterruptedException.class);
    }
    return ended;
  }

  private static void runAndCount(Runnable work, CountDownLatch ended) {
    try {
      work.run();
    } finally {
      ended.countDown();
    }
  }

  private static String ignoreInterrupts(CountDownLatch end, Thread caller) {
    caller.interrupt();
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        // The call must keep running when it is interrupted.
      }
    }
    return "too late";
  }

  @Test
  void rethrowsAnErrorOfTheClient() {
    FunctionChatModel model =
        new FunctionChatModel(
            request -> {
              throw new StackOverflowError("deep");
            });
    StackOverflowError error =
        catchThrowableOfType(
            StackOverflowError.class,
            () -> new ModelConnection(model).chat(HISTORY, TOOLS, options()));
    assertThat(error).hasMessage("deep");
  }
}
