package dev.arag.agent.openai;

import dev.arag.agent.internal.openai.ChatHttpClientBuilder;
import dev.arag.agent.internal.openai.EndpointSettings;
import dev.arag.agent.internal.openai.OpenAiChat;
import dev.arag.agent.internal.openai.OpenAiStreamingChat;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * An endpoint that implements OpenAI's chat completions API, such as OpenAI, vLLM, Ollama,
 * llama.cpp or LM Studio. Immutable. This class requires langchain4j-open-ai on the class path.
 */
public final class OpenAiCompatible {
  private final EndpointSettings settings;

  private OpenAiCompatible(EndpointSettings settings) {
    this.settings = settings;
  }

  /**
   * Creates the endpoint that the environment variables describe; see {@link #from(Map)}.
   *
   * @throws IllegalArgumentException if a setting is missing or invalid; the message names it
   */
  public static OpenAiCompatible fromEnvironment() {
    return from(System.getenv());
  }

  /**
   * Creates the endpoint that the given settings describe. {@code ARAG_MODEL} is required. {@code
   * ARAG_BASE_URL} is optional; the default is the URL of OpenAI. {@code ARAG_API_KEY} is required
   * if {@code ARAG_BASE_URL} is absent. {@code ARAG_REASONING_EFFORT}, {@code ARAG_CONTEXT_TOKENS}
   * and {@code ARAG_REQUEST_TIMEOUT} (such as {@code 90s}, {@code 20m} or {@code 1h}) are optional.
   * A blank value counts as absent.
   *
   * @throws IllegalArgumentException if a setting is missing or invalid; the message names it
   */
  public static OpenAiCompatible from(Map<String, String> environment) {
    return new OpenAiCompatible(EndpointSettings.of(environment));
  }

  /**
   * Whether at least one of the {@code ARAG_*} settings is present, even if required settings are
   * missing.
   */
  public static boolean isConfigured(Map<String, String> environment) {
    return EndpointSettings.isAnySet(environment);
  }

  /**
   * Creates an endpoint.
   *
   * @param baseUrl the base URL of the API, such as {@code http://localhost:11434/v1}
   * @param model the name of the model on the server
   * @param apiKey the API key; empty if the server requires none. A key of fewer than 16 characters
   *     is treated as a placeholder and is not redacted from messages
   * @throws IllegalArgumentException if the URL or the model name is invalid
   */
  public static OpenAiCompatible of(String baseUrl, String model, String apiKey) {
    return from(
        Map.of(
            EndpointSettings.BASE_URL,
            baseUrl,
            EndpointSettings.MODEL,
            model,
            EndpointSettings.API_KEY,
            apiKey));
  }

  /**
   * Returns an endpoint with the same settings whose requests may each take the given time. Without
   * this setting and without {@code ARAG_REQUEST_TIMEOUT}, a request of a run may take the time
   * that is left of the run, and any other request may take 5 minutes.
   *
   * @param timeout greater than zero, at most 365 days
   */
  public OpenAiCompatible withRequestTimeout(Duration timeout) {
    return new OpenAiCompatible(settings.withRequestTimeout(timeout));
  }

  /** The name of the model. */
  public String model() {
    return settings.model();
  }

  /** The URL to which requests are sent. */
  public String baseUrl() {
    return settings.baseUrl().toString();
  }

  /**
   * The size of the model's context window, if {@code ARAG_CONTEXT_TOKENS} is set. An agent uses
   * this size unless its budget sets another one.
   */
  public OptionalInt contextTokens() {
    return settings.contextTokens();
  }

  /**
   * Creates a chat model for this endpoint. The model is thread-safe, does not retry, and does not
   * follow redirects. It uses HTTP/1.1 for {@code http://} URLs, because some servers hang on an
   * upgrade to HTTP/2. The time of a request is limited as described for {@link
   * #withRequestTimeout(Duration)}. A response may contain at most 16 MiB. An interrupt ends the
   * request.
   *
   * <p>If the server rejects an optional parameter, this process omits the parameter from all later
   * requests to the same model at the same URL. Failures are reported as {@link
   * dev.arag.agent.model.ModelException}. The message of the exception never contains an API key of
   * 16 or more characters.
   */
  public ChatModel chatModel() {
    return chat(ChatHttpClientBuilder.of(settings));
  }

  /**
   * Creates a streaming chat model with the same properties as {@link #chatModel()}. If a stream
   * ends before the server has marked it as complete, the request fails and the partial text is not
   * an answer.
   */
  public StreamingChatModel streamingChatModel() {
    ChatHttpClientBuilder client = ChatHttpClientBuilder.of(settings);
    return new OpenAiStreamingChat(written -> chat(client.streamingTo(written)));
  }

  private OpenAiChat chat(ChatHttpClientBuilder client) {
    return new OpenAiChat(timeout -> model(client, timeout), settings);
  }

  private ChatModel model(ChatHttpClientBuilder client, Duration timeout) {
    OpenAiChatModel.OpenAiChatModelBuilder builder =
        OpenAiChatModel.builder()
            .httpClientBuilder(client)
            .baseUrl(baseUrl())
            .modelName(model())
            .timeout(timeout)
            .maxRetries(0)
            .returnThinking(true)
            .sendThinking(true);
    if (!settings.apiKey().isEmpty()) {
      builder.apiKey(settings.apiKey());
    }
    if (!settings.reasoningEffort().isEmpty()) {
      builder.reasoningEffort(settings.reasoningEffort());
    }
    return builder.build();
  }

  @Override
  public String toString() {
    return model() + " at " + baseUrl();
  }
}
