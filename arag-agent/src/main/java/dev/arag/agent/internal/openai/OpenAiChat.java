package dev.arag.agent.internal.openai;

import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.internal.model.RunChatModel;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The chat model of one endpoint. It tells the server whether the model may call several tools in
 * one reply, and classifies failures.
 */
public final class OpenAiChat implements ChatModel, RunChatModel {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  /** Longer than any run. Without a value, LangChain4j would use its own default. */
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private final ChatModel model;
  private final ChatModel modelOfRuns;
  private final EndpointSettings settings;
  private final SecretRedactor redactor;

  /**
   * @param models creates a model whose requests may take the given time
   */
  public OpenAiChat(Function<Duration, ChatModel> models, EndpointSettings settings) {
    model = models.apply(settings.requestTimeout().orElse(DEFAULT_TIMEOUT));
    modelOfRuns = models.apply(settings.requestTimeout().orElse(UNLIMITED));
    this.settings = settings;
    redactor = settings.redactor();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return send(model::doChat, request);
  }

  @Override
  public ChatResponse chat(ChatRequest request, Consumer<String> written) {
    return send(modelOfRuns::chat, request);
  }

  private ChatResponse send(Function<ChatRequest, ChatResponse> call, ChatRequest request) {
    try {
      return call.apply(withParallelToolCalls(request));
    } catch (RuntimeException e) {
      throw redact(classify(e));
    }
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
            .map(wait -> ModelFailures.withRetryAfter(failure, wait))
            .orElse(failure);
  }

  /**
   * Adds the parameter that allows or forbids several tool calls in one reply. The parameter cannot
   * be a default, because servers reject it in a request without tools.
   */
  private ChatRequest withParallelToolCalls(ChatRequest request) {
    if (request.toolSpecifications() == null || request.toolSpecifications().isEmpty()) {
      return request;
    }
    ChatRequestParameters parameters =
        OpenAiChatRequestParameters.builder()
            .parallelToolCalls(settings.options().parallelToolCalls())
            .build()
            .overrideWith(request.parameters());
    return ChatRequest.builder().messages(request.messages()).parameters(parameters).build();
  }

  @Override
  public int cachedInputTokens(ChatResponse response) {
    if (response.tokenUsage() instanceof OpenAiTokenUsage usage
        && usage.inputTokensDetails() != null
        && usage.inputTokensDetails().cachedTokens() != null) {
      return usage.inputTokensDetails().cachedTokens();
    }
    return 0;
  }

  @Override
  public Reply.Form form(ChatResponse response) {
    return ExchangeHeaders.read(response);
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

  /**
   * Redacts the API key, which some servers repeat in an error. The causes of such a failure are
   * dropped because they may contain the key, too.
   */
  private ModelException redact(ModelException failure) {
    boolean containsKey =
        Causes.chain(failure).stream()
            .anyMatch(each -> redactor.isIn(String.valueOf(each.getMessage())));
    return containsKey
        ? ModelFailures.withoutCause(failure, redactor.redact(String.valueOf(failure.getMessage())))
        : failure;
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return model.defaultRequestParameters();
  }

  @Override
  public List<ChatModelListener> listeners() {
    return model.listeners();
  }

  @Override
  public ModelProvider provider() {
    return model.provider();
  }

  @Override
  public Set<Capability> supportedCapabilities() {
    return model.supportedCapabilities();
  }
}
