package dev.arag.agent.internal.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.ServerModel;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
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
import dev.langchain4j.model.output.TokenUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ModelClientTest {
  private static final Toolbox TOOLS = Toolbox.of(InMemoryCorpus.of(Document.of("k1", "Tarn.")));
  private static final ToolCall CALL = ToolCall.of("c1", "chunk_read", "{\"chunk_ids\":[\"k1\"]}");
  private static final List<Message> HISTORY =
      List.of(
          new Message.System("Be brief."),
          new Message.User("Where?"),
          new Message.Assistant("I read it.", "", List.of(CALL), Map.of()),
          Message.ToolResult.of(CALL, new Observation.Found("[k1] Tarn.", List.of())),
          new Message.User("Answer now."));

  private static final Request CLOSING = new Request(HISTORY, TOOLS).withoutCalls();

  /** A time limit for calls that is longer than the time limit of a test. */
  private static final Duration LONG = Duration.ofMinutes(2);

  private final List<CallOptions.FailedAttempt> retries = new ArrayList<>();

  private CallOptions options(Duration atMost, int maxRetries) {
    return new CallOptions(
        System.nanoTime() + atMost.toNanos(),
        maxRetries,
        () -> 0.5,
        retries::add,
        text -> {},
        attempt -> attempt,
        () -> false);
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
    Reply reply = ModelClient.of(model).call(CLOSING, options());
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
    ModelClient client = ModelClient.of(model);
    assertThat(client.call(CLOSING, options()).text()).isEqualTo("Tarn.");
    assertThat(client.call(CLOSING, options()).text()).isEqualTo("Tarn.");
    assertThat(model.requests)
        .extracting(ChatRequest::toolChoice)
        .containsExactly(ToolChoice.NONE, null, null);
    assertThat(model.requests).allMatch(ModelClientTest::hasTools);
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
    ModelClient client = ModelClient.of(model);
    assertThat(client.call(CLOSING, options()).text()).isEqualTo("Tarn.");
    assertThat(client.call(CLOSING, options()).text()).isEqualTo("Tarn.");
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
    Reply reply = ModelClient.of(model).call(CLOSING, options());
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
            ModelException.class, () -> ModelClient.of(model).call(CLOSING, options()));
    assertThat(failure).hasMessageContaining("on holiday");
    assertThat(model.requests).hasSize(3);
  }

  /** Returns a model that rejects its first requests. */
  private static FunctionChatModel rejecting(int count, String reply) {
    AtomicInteger requests = new AtomicInteger();
    return new FunctionChatModel(
        request -> {
          if (requests.incrementAndGet() <= count) {
            throw new InvalidRequestException("the model is on holiday");
          }
          return AiMessage.from(reply);
        });
  }

  /**
   * A server may reject a request because of its content. The next request must then have the usual
   * form again.
   */
  @Test
  void remembersAFormOnlyAfterTheServerAcceptedIt() {
    FunctionChatModel model = rejecting(3, "Tarn.");
    ModelClient client = ModelClient.of(model);
    assertThatThrownBy(() -> client.call(CLOSING, options())).isInstanceOf(ModelException.class);
    assertThat(client.call(CLOSING, options()).text()).isEqualTo("Tarn.");
    assertThat(model.requests.get(3).toolChoice()).isEqualTo(ToolChoice.NONE);
  }

  @Test
  void remembersMissingSchemaSupportOnlyAfterAReply() {
    FunctionChatModel model = rejecting(2, "{}");
    ModelClient client = ModelClient.of(model);
    Request form =
        new Request(HISTORY, Toolbox.empty())
            .with(new Request.Format("Form", "{\"type\":\"object\",\"properties\":{}}"));
    assertThatThrownBy(() -> client.call(form, options())).isInstanceOf(ModelException.class);
    assertThat(client.call(form, options()).text()).isEqualTo("{}");
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
            ModelException.class, () -> ModelClient.of(model).call(CLOSING, options()));
    assertThat(failure.kind()).isEqualTo(ModelException.Kind.CONTEXT_OVERFLOW);
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
        ModelClient.of(model).call(new Request(HISTORY, TOOLS), options(Duration.ofSeconds(20), 2));
    assertThat(reply.text()).isEqualTo("Tarn.");
    // The random number 0.5 shortens each pause by an eighth.
    assertThat(retries)
        .extracting(CallOptions.FailedAttempt::pause)
        .containsExactly(Duration.ofMillis(438), Duration.ofMillis(875));
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 500", "1, 1, 375", "2, 0, 1000", "5, 0, 8000", "9, 1, 6000", "60, 0, 8000"})
  void limitsTheBackoff(int attempt, double random, long millis) {
    assertThat(Backoff.delay(attempt, Optional.empty(), () -> random))
        .isEqualTo(Duration.ofMillis(millis));
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
            () -> ModelClient.of(model).call(new Request(HISTORY, TOOLS), options()));
    assertThat(error).hasMessage("deep");
  }

  @Nested
  class ModelsOfAServer {
    private Reply call(Supplier<EndpointChatModel.Response> responses) {
      return ModelClient.of(new ServerModel("m at http://localhost:9/v1", responses))
          .call(CLOSING, options());
    }

    @Test
    void redactsTheKeyInAFailureAndDropsItsCauses() {
      assertThatThrownBy(
              () ->
                  call(
                      () -> {
                        throw new IllegalStateException(
                            "refused " + ServerModel.KEY, new IOException(ServerModel.KEY));
                      }))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("m at http://localhost:9/v1")
          .hasMessageContaining("[key]")
          .hasMessageNotContaining(ServerModel.KEY)
          .hasNoCause();
    }

    @Test
    void keepsTheCausesOfAFailureWithoutTheKey() {
      IllegalStateException failure = new IllegalStateException("refused");
      assertThatThrownBy(
              () ->
                  call(
                      () -> {
                        throw failure;
                      }))
          .isInstanceOf(ModelException.class)
          .hasCause(failure);
    }

    @Test
    void reportsAMissingResponse() {
      assertThatThrownBy(() -> call(() -> null))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("no message");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "10, 10", "11, 10"})
    void countsAtMostTheInputTokensAsCached(int reported, long counted) {
      ChatResponse chat =
          ChatResponse.builder()
              .aiMessage(AiMessage.from("Tarn."))
              .tokenUsage(new TokenUsage(10, 2))
              .build();
      Reply reply = call(() -> new EndpointChatModel.Response(chat, reported, Reply.Form.UNKNOWN));
      assertThat(requireNonNull(reply.tokens()).cachedInput()).isEqualTo(counted);
    }

    @Test
    void rejectsANegativeNumberOfCachedTokens() {
      ChatResponse chat = ChatResponse.builder().aiMessage(AiMessage.from("Tarn.")).build();
      assertThatThrownBy(() -> new EndpointChatModel.Response(chat, -1, Reply.Form.UNKNOWN))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cachedInputTokens");
    }
  }
}
