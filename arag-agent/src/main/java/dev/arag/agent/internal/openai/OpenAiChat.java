package dev.arag.agent.internal.openai;

import dev.arag.agent.internal.model.CacheAwareChatModel;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import java.util.List;
import java.util.Set;

/** One endpoint's model: asks for one tool call at a time, and says clearly what went wrong. */
public final class OpenAiChat implements CacheAwareChatModel {
  private final ChatModel model;
  private final EndpointSettings settings;
  private final SecretRedactor key;

  public OpenAiChat(ChatModel model, EndpointSettings settings) {
    this.model = model;
    this.settings = settings;
    key = new SecretRedactor(settings.apiKey());
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    try {
      return model.doChat(oneCallAtATime(request));
    } catch (RuntimeException e) {
      throw withoutKey(failure(e));
    }
  }

  private ModelException failure(RuntimeException failure) {
    if (failure instanceof NotACompletionException other) {
      return ModelException.noCompletion(
          settings + " " + other.getMessage(), other, other.isRetriable());
    }
    ModelException said = ModelException.of(settings.toString(), failure);
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ServerError error) {
        return withAdvice(said, error);
      }
    }
    return said;
  }

  private static ModelException withAdvice(ModelException said, ServerError error) {
    if (error.isFinal()) {
      return said.isRetriable() ? said.permanent("") : said;
    }
    return said.isRetriable() ? error.retryAfter().map(said::withRetryAfter).orElse(said) : said;
  }

  /** Servers refuse this parameter where no tool is offered, so it cannot be a default. */
  private static ChatRequest oneCallAtATime(ChatRequest request) {
    if (request.toolSpecifications() == null || request.toolSpecifications().isEmpty()) {
      return request;
    }
    ChatRequestParameters parameters =
        OpenAiChatRequestParameters.builder()
            .parallelToolCalls(false)
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
  public String endpoint() {
    return settings.toString();
  }

  /** Servers repeat a wrong key in what they say; then neither text nor cause may fly on. */
  private ModelException withoutKey(ModelException failure) {
    return isToldIn(failure)
        ? failure.withoutCause(key.removedFrom(String.valueOf(failure.getMessage())))
        : failure;
  }

  private boolean isToldIn(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (key.isIn(String.valueOf(each.getMessage()))) {
        return true;
      }
    }
    return false;
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
