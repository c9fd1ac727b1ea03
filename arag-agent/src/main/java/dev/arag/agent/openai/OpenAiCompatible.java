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
 * An endpoint with OpenAI's chat completions API, such as OpenAI itself, vLLM, Ollama, llama.cpp,
 * LM Studio and many others. Immutable. Needs langchain4j-open-ai on the class path.
 */
public final class OpenAiCompatible {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(5);

  private final EndpointSettings settings;

  private OpenAiCompatible(EndpointSettings settings) {
    this.settings = settings;
  }

  /**
   * The endpoint configured by environment variables; see {@link #from(Map)}.
   *
   * @throws IllegalArgumentException if a setting is missing or invalid; the message names it
   */
  public static OpenAiCompatible fromEnvironment() {
    return from(System.getenv());
  }

  /**
   * The endpoint configured by these settings. {@code ARAG_MODEL} is required, and {@code
   * ARAG_BASE_URL} or {@code ARAG_API_KEY}: the default base URL is that of OpenAI; with another
   * one the key is optional. {@code ARAG_REASONING_EFFORT} and {@code ARAG_CONTEXT_TOKENS} are
   * optional. Blank values count as absent.
   *
   * @throws IllegalArgumentException if a setting is missing or invalid; the message names it
   */
  public static OpenAiCompatible from(Map<String, String> environment) {
    return new OpenAiCompatible(EndpointSettings.of(environment));
  }

  /** Whether any of the {@code ARAG_*} settings is present, complete or not. */
  public static boolean isConfigured(Map<String, String> environment) {
    return EndpointSettings.isAnySet(environment);
  }

  /**
   * Creates an endpoint.
   *
   * @param baseUrl such as {@code http://localhost:11434/v1}
   * @param model the name of the model at the server
   * @param apiKey empty for a server without keys; a key of fewer than 16 characters counts as a
   *     placeholder and is not redacted
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

  /** The model's name. */
  public String model() {
    return settings.model();
  }

  /** The URL to which requests are sent. */
  public String baseUrl() {
    return settings.baseUrl().toString();
  }

  /** The size of the model's context window, if {@code ARAG_CONTEXT_TOKENS} is set. */
  public OptionalInt contextTokens() {
    return settings.contextTokens();
  }

  /**
   * A chat model for this endpoint. It is thread-safe, does not retry, and does not follow
   * redirects. It uses HTTP/1.1 for {@code http://}, since some servers hang on the upgrade to
   * HTTP/2. A request is limited to 5 minutes, a response to 16 MiB; an interrupt ends the request.
   * Optional parameters that the server rejects are omitted from all further requests of this
   * process to this model at this address. It throws {@link dev.arag.agent.model.ModelException},
   * whose message never contains a key of 16 characters or more.
   */
  public ChatModel chatModel() {
    return chat(ChatHttpClientBuilder.of(settings));
  }

  /**
   * A streaming model with the properties of {@link #chatModel()}. A stream that ends before the
   * server marked it as complete is a failure, not an answer.
   */
  public StreamingChatModel streamingChatModel() {
    ChatHttpClientBuilder client = ChatHttpClientBuilder.of(settings);
    return new OpenAiStreamingChat(written -> chat(client.streamingTo(written)));
  }

  private OpenAiChat chat(ChatHttpClientBuilder client) {
    OpenAiChatModel.OpenAiChatModelBuilder builder =
        OpenAiChatModel.builder()
            .httpClientBuilder(client)
            .baseUrl(baseUrl())
            .modelName(model())
            .timeout(REQUEST_TIMEOUT)
            .maxRetries(0)
            .returnThinking(true)
            .sendThinking(true);
    if (!settings.apiKey().isEmpty()) {
      builder.apiKey(settings.apiKey());
    }
    if (!settings.reasoningEffort().isEmpty()) {
      builder.reasoningEffort(settings.reasoningEffort());
    }
    return new OpenAiChat(builder.build(), settings);
  }

  @Override
  public String toString() {
    return model() + " at " + baseUrl();
  }
}
