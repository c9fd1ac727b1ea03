package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.internal.OpenAiUtils;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The chat model of one endpoint. LangChain4j maps a request to the types of OpenAI's API; this
 * class writes them as JSON once, and {@link ChatCompletion} reads the response. The model tells
 * the server whether it may call several tools in one reply, and classifies failures.
 */
public final class OpenAiChat implements ChatModel, EndpointChatModel {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  /** Longer than any run. */
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private static final String REASONING_FIELD = "reasoning_content";

  private final ChatEndpoint server;
  private final EndpointSettings settings;
  private final SecretRedactor redactor;
  private final OpenAiChatRequestParameters parameters;

  public OpenAiChat(EndpointSettings settings) {
    this(settings, new ChatEndpoint(settings));
  }

  OpenAiChat(EndpointSettings settings, ChatEndpoint server) {
    this.settings = settings;
    this.server = server;
    redactor = settings.redactor();
    parameters = parameters(settings);
  }

  private static OpenAiChatRequestParameters parameters(EndpointSettings settings) {
    OpenAiChatRequestParameters.Builder builder = OpenAiChatRequestParameters.builder();
    builder.modelName(settings.model());
    RequestOptions options = settings.options();
    options.temperature().ifPresent(builder::temperature);
    options.maxOutputTokens().ifPresent(builder::maxOutputTokens);
    if (!options.reasoningEffort().isEmpty()) {
      builder.reasoningEffort(options.reasoningEffort());
    }
    return builder.build();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return doChat(request, null);
  }

  /** Makes a call that does not belong to a run. */
  ChatResponse doChat(ChatRequest request, @Nullable Consumer<String> written) {
    return send(request, settings.requestTimeout().orElse(DEFAULT_TIMEOUT), written).chat();
  }

  @Override
  public Response chat(ChatRequest request, Consumer<String> written) {
    return chatOfRun(request, null);
  }

  /** Makes a call of a run. */
  Response chatOfRun(ChatRequest request, @Nullable Consumer<String> written) {
    return send(request, settings.requestTimeout().orElse(UNLIMITED), written);
  }

  private Response send(ChatRequest request, Duration atMost, @Nullable Consumer<String> written) {
    try {
      return server.send(json(request), atMost, written).response();
    } catch (RuntimeException e) {
      throw ModelFailures.redacted(classify(e), redactor::redact);
    }
  }

  private ObjectNode json(ChatRequest request) {
    OpenAiChatRequestParameters all = parameters.overrideWith(withParallelToolCalls(request));
    OpenAiUtils.validate(all);
    return JSON.valueToTree(
        OpenAiUtils.toOpenAiChatRequest(request, all, true, REASONING_FIELD, false, false).build());
  }

  /**
   * Adds the parameter that allows or forbids several tool calls in one reply. The parameter cannot
   * be a default, because servers reject it in a request without tools.
   */
  private ChatRequestParameters withParallelToolCalls(ChatRequest request) {
    if (request.toolSpecifications() == null || request.toolSpecifications().isEmpty()) {
      return request.parameters();
    }
    return OpenAiChatRequestParameters.builder()
        .parallelToolCalls(settings.options().parallelToolCalls())
        .build()
        .overrideWith(request.parameters());
  }

  private ModelException classify(RuntimeException failure) {
    if (failure instanceof NotACompletionException other) {
      return ModelFailures.notACompletion(
          settings + " " + other.getMessage(), other, other.isRetriable());
    }
    ModelException classified = ModelFailures.classify(settings.toString(), failure);
    return Causes.first(failure, ServerError.class)
        .map(error -> withRetryAdvice(classified, error))
        .orElse(classified);
  }

  private static ModelException withRetryAdvice(ModelException failure, ServerError error) {
    if (!failure.isRetriable()) {
      return failure;
    }
    return error.isFinal()
        ? ModelFailures.permanent(failure, "")
        : error
            .retryAfter()
            .map(
                wait ->
                    new ModelException(
                        String.valueOf(failure.getMessage()),
                        failure,
                        failure.kind(),
                        failure.type(),
                        true,
                        wait))
            .orElse(failure);
  }

  @Override
  public OptionalInt contextTokens() {
    return settings.contextTokens();
  }

  @Override
  public String redact(String text) {
    return redactor.redact(text);
  }

  @Override
  public String endpoint() {
    return settings.toString();
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return parameters;
  }

  @Override
  public ModelProvider provider() {
    return ModelProvider.OPEN_AI;
  }
}
