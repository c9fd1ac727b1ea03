package dev.arag.openai;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Budget;
import dev.arag.openai.internal.EndpointSettings;
import dev.arag.openai.internal.ExtraBody;
import dev.arag.openai.internal.HeaderRules;
import dev.arag.openai.internal.OpenAiChat;
import dev.arag.openai.internal.OpenAiStreamingChat;
import dev.arag.openai.internal.RequestOptions;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A model on a server that implements OpenAI's chat completions API, such as OpenAI, vLLM, Ollama,
 * llama.cpp or LM Studio, and the settings of the requests to it. Immutable.
 */
public final class OpenAiCompatible {
  private final EndpointSettings settings;

  private OpenAiCompatible(EndpointSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns a builder without settings. {@link Builder#model} is required, and so is at least one
   * of {@link Builder#baseUrl} and {@link Builder#apiKey}.
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates the endpoint that the environment variables describe; see {@link #of(Map)}.
   *
   * @throws IllegalArgumentException if a setting is missing or invalid; the message names it
   */
  public static OpenAiCompatible ofEnvironment() {
    return of(System.getenv());
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
  public static OpenAiCompatible of(Map<String, String> environment) {
    return new OpenAiCompatible(EndpointSettings.of(requireNonNull(environment, "environment")));
  }

  /**
   * Returns whether at least one of the settings that {@link #of(Map)} reads is present and not
   * blank, even if required settings are missing.
   */
  public static boolean isConfigured(Map<String, String> environment) {
    return EndpointSettings.isAnySet(requireNonNull(environment, "environment"));
  }

  /**
   * Creates an endpoint.
   *
   * @param baseUrl the base URL of the API, such as {@code http://localhost:11434/v1}
   * @param model the name of the model on the server
   * @param apiKey the API key; empty if the server requires none. A key of fewer than 16 characters
   *     is taken for a placeholder such as {@code none}, and may appear in messages
   * @throws IllegalArgumentException if the URL or the model name is invalid, or if the model name
   *     looks like an API key
   */
  public static OpenAiCompatible of(String baseUrl, String model, String apiKey) {
    Builder builder = builder().baseUrl(baseUrl).model(model);
    return (requireNonNull(apiKey, "apiKey").isBlank() ? builder : builder.apiKey(apiKey)).build();
  }

  /**
   * Returns an endpoint with the same settings and a time limit for each request. Without a limit,
   * a request of a run of an agent may take the rest of the run's time, and any other request 5
   * minutes.
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
   * The size of the model's context window, if {@code ARAG_CONTEXT_TOKENS} or {@link
   * Builder#contextTokens} is set. An agent uses this size unless its budget sets another one.
   */
  public OptionalInt contextTokens() {
    return settings.contextTokens();
  }

  /**
   * Creates a chat model for this endpoint. The model is thread-safe, does not retry, and does not
   * follow redirects. It uses HTTP/1.1 for {@code http://} URLs, because some servers hang on an
   * upgrade to HTTP/2. The time of a request is limited as described for {@link
   * #withRequestTimeout(Duration)}. A response may contain at most 1 MiB. If the calling thread is
   * interrupted, the request is cancelled.
   *
   * <p>If the server rejects an optional parameter, this process omits the parameter from all later
   * requests to the same model at the same URL. Failures are reported as {@link
   * dev.arag.agent.model.ModelException}. The message of the exception never contains an API key of
   * 16 or more characters.
   */
  public ChatModel chatModel() {
    return new OpenAiChat(settings);
  }

  /**
   * Creates a streaming chat model with the same properties as {@link #chatModel()}. If a stream
   * ends before the server has marked it as complete, the request fails, although a part of the
   * text has been streamed.
   */
  public StreamingChatModel streamingChatModel() {
    return new OpenAiStreamingChat(new OpenAiChat(settings));
  }

  /** Returns the model and the base URL. A part of the URL that looks like a key is redacted. */
  @Override
  public String toString() {
    return settings.toString();
  }

  /**
   * Collects the settings of an endpoint. Each method replaces an earlier value and checks its
   * arguments at once. No message of an exception contains the API key, and {@link #build} rejects
   * a model name that looks like a key. Not thread-safe.
   */
  public static final class Builder {
    private static final double MAX_TEMPERATURE = 2;

    private URI baseUrl = URI.create(EndpointSettings.OPENAI);
    private String model = "";
    private String apiKey = "";
    private String reasoningEffort = "";
    private String extraBody = RequestOptions.NO_FIELDS;
    private boolean isBaseUrlSet;
    private boolean parallelToolCalls = true;
    private OptionalInt contextTokens = OptionalInt.empty();
    private OptionalInt maxOutputTokens = OptionalInt.empty();
    private OptionalDouble temperature = OptionalDouble.empty();
    private Optional<Duration> timeout = Optional.empty();
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Builder() {}

    /**
     * Sets the base URL of the API, such as {@code http://localhost:11434/v1}. Default: the URL of
     * OpenAI.
     *
     * @param baseUrl an HTTP or HTTPS URL without a user, a query and a fragment
     */
    public Builder baseUrl(String baseUrl) {
      this.baseUrl = EndpointSettings.url("baseUrl", requireText("baseUrl", baseUrl), "apiKey");
      isBaseUrlSet = true;
      return this;
    }

    /**
     * Sets the API key, which is sent as a bearer token. Default: no key. A key of fewer than 16
     * characters is taken for a placeholder such as {@code none}, and may appear in messages.
     *
     * @param apiKey printable ASCII characters without spaces
     */
    public Builder apiKey(String apiKey) {
      this.apiKey = EndpointSettings.requireHeaderText("apiKey", requireText("apiKey", apiKey));
      return this;
    }

    /** Sets the name of the model on the server, which must not be blank. Required. */
    public Builder model(String model) {
      this.model = requireText("model", model);
      return this;
    }

    /**
     * Sets the time limit of each request. Default: a request of a run of an agent may take the
     * rest of the run's time, and any other request 5 minutes.
     *
     * @param timeout greater than zero, at most 365 days
     */
    public Builder timeout(Duration timeout) {
      this.timeout = Optional.of(EndpointSettings.requireTimeout("timeout", timeout));
      return this;
    }

    /**
     * Adds an HTTP header to each request. A second value for the same name replaces the first one.
     * The value is redacted from messages if it looks like a key or if the name contains a word
     * such as "key", "token" or "authorization".
     *
     * @param name the name, in which case is ignored
     * @param value printable ASCII characters, not blank
     * @throws IllegalArgumentException if the name or the value is not allowed in HTTP, or if the
     *     HTTP client sets this header by itself
     */
    public Builder header(String name, String value) {
      headers.put(
          HeaderRules.requireName(requireText("name", name)),
          HeaderRules.requireValue(requireText("value", value)));
      return this;
    }

    /**
     * Sets the sampling temperature. Default: the server's default. If the server rejects the
     * parameter, later requests omit it.
     *
     * @param temperature 0 to 2
     */
    public Builder temperature(double temperature) {
      if (!(temperature >= 0 && temperature <= MAX_TEMPERATURE)) {
        throw new IllegalArgumentException("temperature must be 0 to 2, was " + temperature);
      }
      this.temperature = OptionalDouble.of(temperature);
      return this;
    }

    /**
     * Sets the maximum number of tokens of a reply, including the reasoning. Default: the server's
     * default. The value is sent as {@code max_tokens}, or as {@code max_completion_tokens} if the
     * server rejects that name.
     *
     * @param tokens at least 1
     */
    public Builder maxOutputTokens(int tokens) {
      if (tokens < 1) {
        throw new IllegalArgumentException("maxOutputTokens must be >= 1, was " + tokens);
      }
      maxOutputTokens = OptionalInt.of(tokens);
      return this;
    }

    /**
     * Sets the size of the model's context window. An agent uses this size unless its budget sets
     * another one. Default: unknown.
     *
     * @param tokens at least {@link Budget#MIN_CONTEXT_TOKENS}
     */
    public Builder contextTokens(int tokens) {
      if (tokens < Budget.MIN_CONTEXT_TOKENS) {
        throw new IllegalArgumentException(
            "contextTokens must be >= " + Budget.MIN_CONTEXT_TOKENS + ", was " + tokens);
      }
      contextTokens = OptionalInt.of(tokens);
      return this;
    }

    /**
     * Sets whether the model may call several tools in one reply, as {@code parallel_tool_calls}.
     * Independent searches then need fewer requests. Default: true. If the server rejects the
     * parameter, later requests omit it.
     */
    public Builder parallelToolCalls(boolean allowed) {
      parallelToolCalls = allowed;
      return this;
    }

    /**
     * Sets the field {@code reasoning_effort} of requests to a value that the server knows, such as
     * {@code low}. Default: the field is omitted.
     */
    public Builder reasoningEffort(String effort) {
      reasoningEffort = requireText("reasoningEffort", effort);
      return this;
    }

    /**
     * Sets additional fields of the JSON body of each request, such as {@code top_k} or {@code
     * chat_template_kwargs}. A field replaces the field of the same name that the other settings
     * would send. Default: no fields.
     *
     * @param fields the fields; values are strings, numbers, booleans, lists and maps. The fields
     *     {@code model}, {@code messages}, {@code tools}, {@code tool_choice}, {@code stream},
     *     {@code stream_options} and {@code n} are not allowed
     */
    public Builder extraBody(Map<String, ?> fields) {
      extraBody = ExtraBody.toJson(requireNonNull(fields, "fields"));
      return this;
    }

    /**
     * Creates the endpoint. The builder can be changed and used again.
     *
     * @throws IllegalArgumentException if a required setting is missing, if the model name looks
     *     like an API key, or if the base URL contains the key. The message does not contain the
     *     value
     */
    public OpenAiCompatible build() {
      if (model.isEmpty()) {
        throw new IllegalArgumentException(
            "Missing model setting: model. Set it to the name of the model on the server.");
      }
      if (!isBaseUrlSet && apiKey.isEmpty()) {
        throw new IllegalArgumentException(
            "No model server is configured. Set baseUrl (the server's address), or apiKey to use"
                + " OpenAI.");
      }
      if (!apiKey.isEmpty() && headers.containsKey("Authorization")) {
        throw new IllegalArgumentException(
            "Set either apiKey or the header Authorization, but not both.");
      }
      return new OpenAiCompatible(
          new EndpointSettings(
              baseUrl,
              model,
              apiKey,
              contextTokens,
              timeout,
              new RequestOptions(
                  reasoningEffort,
                  temperature,
                  maxOutputTokens,
                  parallelToolCalls,
                  headers,
                  extraBody)));
    }

    private static String requireText(String name, String value) {
      if (requireNonNull(value, name).isBlank()) {
        throw new IllegalArgumentException(name + " must not be blank.");
      }
      return value.strip();
    }
  }
}
