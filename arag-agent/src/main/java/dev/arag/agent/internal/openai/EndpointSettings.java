package dev.arag.agent.internal.openai;

import dev.arag.agent.budget.Budget;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The validated {@code ARAG_*} settings. */
public record EndpointSettings(
    URI baseUrl,
    String model,
    String apiKey,
    String reasoningEffort,
    OptionalInt contextTokens,
    Optional<Duration> requestTimeout) {
  public static final String BASE_URL = "ARAG_BASE_URL";
  public static final String API_KEY = "ARAG_API_KEY";
  public static final String MODEL = "ARAG_MODEL";
  private static final String REASONING_EFFORT = "ARAG_REASONING_EFFORT";
  private static final String CONTEXT_TOKENS = "ARAG_CONTEXT_TOKENS";
  private static final String REQUEST_TIMEOUT = "ARAG_REQUEST_TIMEOUT";
  private static final List<String> ALL =
      List.of(BASE_URL, API_KEY, MODEL, REASONING_EFFORT, CONTEXT_TOKENS, REQUEST_TIMEOUT);

  private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

  private static final String OPENAI = "https://api.openai.com/v1";
  private static final String COMPLETIONS = "/chat/completions";

  public static boolean isAnySet(Map<String, String> environment) {
    return ALL.stream().anyMatch(name -> !value(environment, name).isEmpty());
  }

  public static EndpointSettings of(Map<String, String> environment) {
    String baseUrl = value(environment, BASE_URL);
    String apiKey = value(environment, API_KEY);
    String model = value(environment, MODEL);
    if (model.isEmpty()) {
      throw missing(MODEL + ", the model's name");
    }
    if (baseUrl.isEmpty() && apiKey.isEmpty()) {
      throw missing(BASE_URL + ", the server's address, or " + API_KEY + ", a key for OpenAI");
    }
    return new EndpointSettings(
        url(baseUrl.isEmpty() ? OPENAI : baseUrl),
        model,
        requireHeaderText(apiKey),
        value(environment, REASONING_EFFORT),
        contextTokens(value(environment, CONTEXT_TOKENS)),
        requestTimeout(value(environment, REQUEST_TIMEOUT)));
  }

  public EndpointSettings withRequestTimeout(Duration timeout) {
    if (!isValid(timeout)) {
      throw new IllegalArgumentException(
          "requestTimeout must be > 0 and at most 365 days, was " + timeout);
    }
    return new EndpointSettings(
        baseUrl, model, apiKey, reasoningEffort, contextTokens, Optional.of(timeout));
  }

  boolean isPlainHttp() {
    return "http".equalsIgnoreCase(baseUrl.getScheme());
  }

  /** Returns the model and the base URL without the API key. */
  @Override
  public String toString() {
    return model + " at " + baseUrl;
  }

  private static String value(Map<String, String> environment, String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private static IllegalArgumentException missing(String what) {
    return new IllegalArgumentException("Missing model setting: " + what + ".");
  }

  /**
   * Parses and validates the base URL. Error messages do not repeat the URL, because it may contain
   * a password.
   */
  private static URI url(String text) {
    URI url = parse(text);
    if (url == null || url.getHost() == null || !hasWebScheme(url)) {
      throw new IllegalArgumentException(
          BASE_URL + " must be a URL such as http://localhost:11434/v1.");
    }
    if (url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
      throw new IllegalArgumentException(
          BASE_URL
              + " must not contain a user, a query or a fragment; put a key in "
              + API_KEY
              + ".");
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
   */
  private static String requireHeaderText(String apiKey) {
    if (apiKey.chars().anyMatch(character -> character <= ' ' || character > '~')) {
      throw new IllegalArgumentException(
          API_KEY + " contains a space or a character that is not printable ASCII.");
    }
    return apiKey;
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
        REQUEST_TIMEOUT + " must be a duration such as 90s, 20m or 1h, was '" + text + "'.");
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
            + ", was '"
            + text
            + "'.");
  }
}
