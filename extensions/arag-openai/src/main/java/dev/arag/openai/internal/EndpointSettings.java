package dev.arag.openai.internal;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Budget;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The validated settings of an endpoint. */
public record EndpointSettings(
    URI baseUrl,
    String model,
    String apiKey,
    OptionalInt contextTokens,
    Optional<Duration> requestTimeout,
    RequestOptions options) {
  public static final String BASE_URL = "ARAG_BASE_URL";
  public static final String API_KEY = "ARAG_API_KEY";
  public static final String MODEL = "ARAG_MODEL";
  private static final String REASONING_EFFORT = "ARAG_REASONING_EFFORT";
  private static final String CONTEXT_TOKENS = "ARAG_CONTEXT_TOKENS";
  private static final String REQUEST_TIMEOUT = "ARAG_REQUEST_TIMEOUT";
  private static final List<String> ALL =
      List.of(BASE_URL, API_KEY, MODEL, REASONING_EFFORT, CONTEXT_TOKENS, REQUEST_TIMEOUT);

  private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

  /** The base URL of OpenAI. */
  public static final String OPENAI = "https://api.openai.com/v1";

  private static final String COMPLETIONS = "/chat/completions";

  /** Names of headers and fields whose values are secrets. */
  private static final Pattern SECRET_NAME =
      Pattern.compile("(?i)authorization|cookie|key|token|secret|password");

  /**
   * @throws IllegalArgumentException if a value looks like an API key but is used as another
   *     setting; the message does not contain the value
   */
  public EndpointSettings {
    SecretRedactor key = new SecretRedactor(List.of(apiKey));
    requireNoKey("model name", model, key);
    requireNoKey("reasoning effort", options.reasoningEffort(), key);
    options.headers().keySet().forEach(name -> requireNoKey("header name", name, key));
    if (key.isIn(baseUrl.toString())) {
      throw misplacedKey("base URL contains the API key");
    }
  }

  private static void requireNoKey(String name, String value, SecretRedactor key) {
    if (KeyDetector.looksLikeKey(value) || key.isIn(value)) {
      throw misplacedKey(name + " looks like an API key");
    }
  }

  private static IllegalArgumentException misplacedKey(String problem) {
    return new IllegalArgumentException(
        "The "
            + problem
            + ", so it is not repeated here. Check which value is the base URL, which is the model"
            + " and which is the key.");
  }

  /**
   * Returns a redactor of all values that may be secrets: the API key, and the headers, body fields
   * and parts of the base URL that look like a key.
   */
  SecretRedactor redactor() {
    List<String> secrets = new ArrayList<>();
    secrets.add(apiKey);
    BiConsumer<String, String> addSecret =
        (name, value) -> {
          if (SECRET_NAME.matcher(name).find() || KeyDetector.looksLikeKey(value)) {
            secrets.add(value);
          }
        };
    options.headers().forEach(addSecret);
    ExtraBody.forEachText(options.extraBody(), addSecret);
    Stream.of(baseUrl.toString().split("[/.:]"))
        .filter(KeyDetector::looksLikeKey)
        .forEach(secrets::add);
    return new SecretRedactor(secrets);
  }

  public static boolean isAnySet(Map<String, String> environment) {
    return ALL.stream().anyMatch(name -> !value(environment, name).isEmpty());
  }

  public static EndpointSettings of(Map<String, String> environment) {
    String baseUrl = value(environment, BASE_URL);
    String apiKey = value(environment, API_KEY);
    String model = value(environment, MODEL);
    if (model.isEmpty()) {
      throw new IllegalArgumentException(
          "Missing model setting: " + MODEL + ". Set it to the name of the model on the server.");
    }
    if (baseUrl.isEmpty() && apiKey.isEmpty()) {
      throw new IllegalArgumentException(
          "No model server is configured. Set "
              + BASE_URL
              + " (the server's address), or "
              + API_KEY
              + " to use OpenAI.");
    }
    return new EndpointSettings(
        url(BASE_URL, baseUrl.isEmpty() ? OPENAI : baseUrl, API_KEY),
        model,
        requireHeaderText(API_KEY, apiKey),
        contextTokens(value(environment, CONTEXT_TOKENS)),
        requestTimeout(value(environment, REQUEST_TIMEOUT)),
        RequestOptions.of(value(environment, REASONING_EFFORT)));
  }

  public EndpointSettings withRequestTimeout(Duration timeout) {
    return new EndpointSettings(
        baseUrl,
        model,
        apiKey,
        contextTokens,
        Optional.of(requireTimeout("timeout", timeout)),
        options);
  }

  /**
   * @param name the name of the parameter, for the error message
   */
  public static Duration requireTimeout(String name, Duration timeout) {
    if (!isValid(requireNonNull(timeout, name))) {
      throw new IllegalArgumentException(
          name + " must be > 0 and at most 365 days, was " + timeout);
    }
    return timeout;
  }

  boolean isPlainHttp() {
    return "http".equalsIgnoreCase(baseUrl.getScheme());
  }

  /** Returns the model and the base URL without secrets. */
  @Override
  public String toString() {
    return redactor().redact(model + " at " + baseUrl);
  }

  private static String value(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "").strip();
  }

  /**
   * Parses and validates the base URL. Error messages do not repeat the URL, because it may contain
   * a password or may be a key.
   *
   * @param name the name of the setting, for the error message
   * @param keyName the name of the setting for the API key
   */
  public static URI url(String name, String text, String keyName) {
    URI url = parse(text);
    if (url == null || url.getHost() == null || !hasWebScheme(url)) {
      throw new IllegalArgumentException(
          name + " must be an HTTP or HTTPS URL such as http://localhost:11434/v1.");
    }
    if (url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
      throw new IllegalArgumentException(
          name + " must not contain a user, a query or a fragment; put a key in " + keyName + ".");
    }
    return url;
  }

  private static boolean hasWebScheme(URI url) {
    return "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
  }

  private static @Nullable URI parse(String text) {
    try {
      return new URI(withoutEnd(withoutEnd(withoutEnd(text, "/"), COMPLETIONS), "/"));
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static String withoutEnd(String text, String end) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  /**
   * Rejects an invalid API key here, because the HTTP client would repeat the key in its error
   * message.
   *
   * @param name the name of the setting, for the error message
   */
  public static String requireHeaderText(String name, String apiKey) {
    if (apiKey.chars().anyMatch(character -> character <= ' ' || character > '~')) {
      throw new IllegalArgumentException(
          name + " contains a space or a character that is not printable ASCII.");
    }
    return apiKey;
  }

  /** Quotes an invalid value for an error message, unless it looks like a key. */
  private static String quote(String text) {
    return KeyDetector.looksLikeKey(text) ? "a text that looks like an API key" : "'" + text + "'";
  }

  private static Optional<Duration> requestTimeout(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Duration timeout = Duration.parse("PT" + text);
      if (isValid(timeout)) {
        return Optional.of(timeout);
      }
    } catch (DateTimeParseException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        REQUEST_TIMEOUT + " must be a duration such as 90s, 20m or 1h, was " + quote(text) + ".");
  }

  private static boolean isValid(Duration timeout) {
    return !timeout.isZero() && !timeout.isNegative() && timeout.compareTo(MAX_TIMEOUT) <= 0;
  }

  private static OptionalInt contextTokens(String text) {
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int tokens = Integer.parseInt(text);
      if (tokens >= Budget.MIN_CONTEXT_TOKENS) {
        return OptionalInt.of(tokens);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        CONTEXT_TOKENS
            + " must be a whole number >= "
            + Budget.MIN_CONTEXT_TOKENS
            + ", was "
            + quote(text)
            + ".");
  }
}
