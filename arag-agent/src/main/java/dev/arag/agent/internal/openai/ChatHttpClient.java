package dev.arag.agent.internal.openai;

import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests for chat completions with the HTTP client of the JDK. Unlike LangChain4j's client,
 * this client limits the size of the body and the time of the whole exchange, so a stalled body
 * cannot block a run. It also keeps the server's retry headers, omits parameters that the server
 * has rejected, and tolerates deviations from the format of completions. An interrupt ends the
 * exchange and its connection.
 */
final class ChatHttpClient implements HttpClient {
  private static final int NO_CONTENT = 204;

  private final java.net.http.HttpClient jdk;
  private final Duration atMost;
  private final Clock clock;
  private final ParameterCompatibility compatibility;
  private final SecretRedactor redactor;
  private final String extraBody;
  private final @Nullable Consumer<String> written;

  /**
   * @param settings the settings of the endpoint
   * @param written receives the text as it arrives; null for a request without streaming
   */
  ChatHttpClient(
      java.net.http.HttpClient jdk,
      Duration atMost,
      Clock clock,
      ParameterCompatibility compatibility,
      EndpointSettings settings,
      @Nullable Consumer<String> written) {
    this.jdk = jdk;
    this.atMost = atMost;
    this.clock = clock;
    this.compatibility = compatibility;
    redactor = settings.redactor();
    extraBody = settings.options().extraBody();
    this.written = written;
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    String plain = ExtraBody.addTo(Objects.requireNonNullElse(request.body(), ""), extraBody);
    String original = written == null ? plain : ParameterCompatibility.asStreaming(plain);
    String body = compatibility.adapt(original);
    HttpResponse<byte[]> response = exchange(request, body);
    while (!isSuccess(response)
        && compatibility.learn(body, response.statusCode(), text(response))) {
      String adapted = compatibility.adapt(body);
      if (adapted.equals(body)) {
        break;
      }
      body = adapted;
      response = exchange(request, body);
    }
    if (!isSuccess(response)) {
      throw error(response.statusCode(), text(response), response.headers());
    }
    Completion completion = completion(response);
    return SuccessfulHttpResponse.builder()
        .statusCode(response.statusCode())
        .headers(
            ExchangeHeaders.with(
                response.headers(), completion.finishWord(), compatibility.omitted(original)))
        .body(redactor.redact(completion.json()))
        .build();
  }

  private Completion completion(HttpResponse<byte[]> response) {
    if (response.statusCode() == NO_CONTENT) {
      throw new NotACompletionException("returned no content (HTTP 204).", true);
    }
    try {
      return Completion.read(text(response));
    } catch (Completion.ServerErrorInBody e) {
      throw error(e.status(), String.valueOf(e.getMessage()), response.headers());
    }
  }

  private ServerError error(int status, String body, HttpHeaders headers) {
    boolean isFinal =
        headers.firstValue("x-should-retry").filter("false"::equalsIgnoreCase).isPresent();
    return new ServerError(status, body, RetryAfter.of(headers, clock.instant()), isFinal);
  }

  private HttpResponse<byte[]> exchange(HttpRequest request, String body) {
    java.net.http.HttpRequest sent = toJdk(request, body);
    CompletableFuture<HttpResponse<byte[]>> exchange = jdk.sendAsync(sent, this::subscriber);
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
  private BodySubscriber<byte[]> subscriber(ResponseInfo response) {
    boolean isStream =
        response
            .headers()
            .firstValue("content-type")
            .filter(type -> type.toLowerCase(Locale.ROOT).contains("event-stream"))
            .isPresent();
    return isStream && written != null && response.statusCode() < 300
        ? new StreamBody(new CompletionAssembler(new RedactingConsumer(redactor, written)))
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

  private java.net.http.HttpRequest toJdk(HttpRequest request, String body) {
    java.net.http.HttpRequest.Builder jdkRequest =
        java.net.http.HttpRequest.newBuilder()
            .uri(URI.create(request.url()))
            .method(request.method().name(), BodyPublishers.ofString(body))
            .timeout(atMost);
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> jdkRequest.header(name, value)));
    return jdkRequest.build();
  }

  private static boolean isSuccess(HttpResponse<?> response) {
    return response.statusCode() >= 200 && response.statusCode() < 300;
  }

  /**
   * Decodes a body as UTF-8, the encoding of JSON, because servers may declare no charset or a
   * wrong one. Secrets are redacted, because some servers repeat them in errors or replies.
   */
  private String text(HttpResponse<byte[]> response) {
    return redactor.redact(new String(response.body(), StandardCharsets.UTF_8));
  }

  /**
   * Not supported. {@link #execute(HttpRequest)} also handles streams and, unlike this method, can
   * be interrupted.
   */
  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    listener.onError(
        new UnsupportedOperationException("This client does not stream through a listener."));
  }
}
