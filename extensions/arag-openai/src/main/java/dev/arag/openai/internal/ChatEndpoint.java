package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.exception.TimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests for chat completions with the HTTP client of the JDK. The size of a body and the
 * time of the whole exchange are limited, so a stalled body cannot block a run. Parameters that the
 * server rejected are omitted from then on. An interrupt ends the exchange and its connection. The
 * API key is redacted in all text from the server.
 */
class ChatEndpoint {
  private static final int NO_CONTENT = 204;

  /**
   * A short time, to detect an unreachable server early. A request would have the time of the whole
   * exchange.
   */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  /**
   * Shared by the whole process, because an application may create an agent and its model for each
   * request.
   */
  private static final LruCache<ParameterCompatibility> COMPATIBILITY =
      new LruCache<>(ParameterCompatibility::new);

  private final HttpClient client;
  private final URI url;
  private final Map<String, String> headers;
  private final ObjectNode extraBody;
  private final ParameterCompatibility compatibility;
  private final SecretRedactor redactor;
  private final Clock clock = Clock.systemUTC();

  ChatEndpoint(EndpointSettings settings) {
    HttpClient.Builder builder =
        HttpClient.newBuilder().followRedirects(Redirect.NEVER).connectTimeout(CONNECT_TIMEOUT);
    if (settings.isPlainHttp()) {
      builder.version(Version.HTTP_1_1);
    }
    client = builder.build();
    url = URI.create(settings.baseUrl() + "/chat/completions");
    headers = headers(settings);
    extraBody = ExtraBody.parse(settings.options().extraBody());
    compatibility = COMPATIBILITY.of(settings.toString());
    redactor = settings.redactor();
  }

  private static Map<String, String> headers(EndpointSettings settings) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("User-Agent", "arag-java");
    if (!settings.apiKey().isEmpty()) {
      headers.put("Authorization", "Bearer " + settings.apiKey());
    }
    settings
        .options()
        .headers()
        .forEach(
            (name, value) -> {
              headers.keySet().removeIf(name::equalsIgnoreCase);
              headers.put(name.equalsIgnoreCase("User-Agent") ? "User-Agent" : name, value);
            });
    return headers;
  }

  /**
   * Sends a request and waits for the completion.
   *
   * @param request is changed
   * @param written receives the text as it arrives; null for a request without streaming
   * @throws ServerError if the server reports an error
   * @throws NotACompletionException if the response is not a completion
   */
  ChatCompletion send(ObjectNode request, Duration atMost, @Nullable Consumer<String> written) {
    request.setAll(extraBody);
    request.put("stream", written != null);
    if (written != null) {
      request.putObject("stream_options").put("include_usage", true);
    }
    ObjectNode sent = compatibility.adapt(request);
    HttpResponse<Body> response = exchange(sent, atMost, written);
    while (!isSuccess(response)
        && compatibility.learn(sent, response.statusCode(), text(response))) {
      ObjectNode adapted = compatibility.adapt(sent);
      if (adapted.equals(sent)) {
        break;
      }
      sent = adapted;
      response = exchange(sent, atMost, written);
    }
    if (!isSuccess(response)) {
      throw error(response.statusCode(), text(response), response.headers());
    }
    return completion(response).withLeftOut(compatibility.omitted(request));
  }

  /**
   * The body of a response, decoded as UTF-8, the encoding of JSON, because servers may declare no
   * charset or a wrong one.
   *
   * @param completion the completion that a stream consisted of; null if the body is the text
   */
  record Body(String text, @Nullable ObjectNode completion) {}

  private ChatCompletion completion(HttpResponse<Body> response) {
    if (response.statusCode() == NO_CONTENT) {
      throw new NotACompletionException("returned no content (HTTP 204).", true);
    }
    try {
      ObjectNode streamed = response.body().completion();
      return streamed == null
          ? ChatCompletion.parse(text(response))
          : ChatCompletion.read(streamed);
    } catch (ChatCompletion.ServerErrorInBody e) {
      throw error(e.status(), String.valueOf(e.getMessage()), response.headers());
    }
  }

  private ServerError error(int status, String body, HttpHeaders headers) {
    boolean isFinal =
        headers.firstValue("x-should-retry").filter("false"::equalsIgnoreCase).isPresent();
    return new ServerError(status, body, RetryAfter.of(headers, clock.instant()), isFinal);
  }

  private HttpResponse<Body> exchange(
      ObjectNode request, Duration atMost, @Nullable Consumer<String> written) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url)
            .POST(BodyPublishers.ofString(request.toString()))
            .timeout(atMost);
    headers.forEach(builder::header);
    CompletableFuture<HttpResponse<Body>> exchange =
        client.sendAsync(builder.build(), response -> subscriber(response, written));
    try {
      return exchange.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      exchange.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The request was interrupted.", e);
    } catch (java.util.concurrent.TimeoutException e) {
      exchange.cancel(true);
      throw new TimeoutException("The response was not complete within " + atMost + ".", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /**
   * Selects the subscriber by the type of the response. Servers may answer a streaming request
   * without a stream, and errors are never streamed.
   */
  private BodySubscriber<Body> subscriber(
      ResponseInfo response, @Nullable Consumer<String> written) {
    boolean isStream =
        response
            .headers()
            .firstValue("content-type")
            .filter(type -> type.toLowerCase(Locale.ROOT).contains("event-stream"))
            .isPresent();
    return isStream && written != null && response.statusCode() < 300
        ? new StreamBody(
            new CompletionAssembler(redactor, new RedactingConsumer(redactor, written)))
        : new BoundedBody();
  }

  private static RuntimeException failure(ExecutionException failure) {
    RuntimeException cause = Causes.unchecked(failure);
    return Causes.first(cause, BoundedBody.TooLargeException.class)
        .<RuntimeException>map(
            tooLarge ->
                new NotACompletionException(
                    "exceeded the size limit. " + tooLarge.getMessage(), false))
        .orElse(cause);
  }

  private static boolean isSuccess(HttpResponse<?> response) {
    return response.statusCode() >= 200 && response.statusCode() < 300;
  }

  /** Redacts secrets, because some servers repeat them in errors or replies. */
  private String text(HttpResponse<Body> response) {
    return redactor.redact(response.body().text());
  }
}
