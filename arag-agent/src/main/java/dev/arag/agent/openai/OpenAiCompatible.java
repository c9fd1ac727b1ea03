package dev.arag.agent.openai;

import dev.arag.agent.internal.openai.EndpointSettings;
import dev.arag.agent.internal.openai.HttpConnection;
import dev.arag.agent.internal.openai.OpenAiChat;
import dev.arag.agent.internal.openai.OpenAiStreamingChat;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * An endpoint that speaks OpenAI's chat completions: OpenAI itself, vLLM, Ollama, llama.cpp, LM
 * Studio and many others. Immutable. Needs langchain4j-open-ai on the class path.
 */
public final class OpenAiCompatible {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(5);

  private final EndpointSettings settings;

  private OpenAiCompatible(EndpointSettings settings) {
    this.settings = settings;
  }

  /**
   * The endpoint the environment names; see {@link #from(Map)}.
   *
   * @throws IllegalArgumentException if a setting is missing or wrong; the message names it
   */
  public static OpenAiCompatible fromEnvironment() {
    return from(System.getenv());
  }

  /**
   * The endpoint these settings name. {@code ARAG_MODEL} is needed, and {@code ARAG_BASE_URL} or
   * {@code ARAG_API_KEY}: without a base URL it is OpenAI, with one no key is needed. {@code
   * ARAG_REASONING_EFFORT} and {@code ARAG_CONTEXT_TOKENS} may be given. Blank is as absent.
   *
   * @throws IllegalArgumentException if a setting is missing or wrong; the message names it
   */
  public static OpenAiCompatible from(Map<String, String> environment) {
    return new OpenAiCompatible(EndpointSettings.of(environment));
  }

  /** Whether any of the {@code ARAG_*} settings is there, be the set complete or not. */
  public static boolean isConfigured(Map<String, String> environment) {
    return EndpointSettings.isAnySet(environment);
  }

  /**
   * An endpoint.
   *
   * @param baseUrl such as {@code http://localhost:11434/v1}
   * @param model as the server names it
   * @param apiKey empty for a server that wants none; one of fewer than 16 characters is taken as a
   *     placeholder, which texts may show
   * @throws IllegalArgumentException if the URL or the model cannot be used
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

  /** Where requests go. */
  public String baseUrl() {
    return settings.baseUrl().toString();
  }

  /** The size of the model's window, where {@code ARAG_CONTEXT_TOKENS} says it. */
  public OptionalInt contextTokens() {
    return settings.contextTokens();
  }

  /**
   * A model that sends its requests there: safe for use by several threads, never retrying by
   * itself, following no redirect, HTTP/1.1 for {@code http://} (some servers hang on the upgrade
   * to HTTP/2). A request may take 5 minutes, its body included, and a response may hold 16 MiB; an
   * interrupt ends it. What the server refuses of the optional parameters is left out of all
   * further requests of this process to this model at this address. It throws {@link
   * dev.arag.agent.model.ModelException}, whose text never holds a key of 16 characters or more.
   */
  public ChatModel chatModel() {
    return chat(HttpConnection.open(settings));
  }

  /**
   * The same as {@link #chatModel()}, telling its text while it is written. A stream that ends
   * before the server said that it is complete is a failure, not an answer.
   */
  public StreamingChatModel streamingChatModel() {
    HttpConnection connection = HttpConnection.open(settings);
    return new OpenAiStreamingChat(written -> chat(connection.telling(written)));
  }

  private OpenAiChat chat(HttpConnection connection) {
    OpenAiChatModel.OpenAiChatModelBuilder builder =
        OpenAiChatModel.builder()
            .httpClientBuilder(connection)
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
