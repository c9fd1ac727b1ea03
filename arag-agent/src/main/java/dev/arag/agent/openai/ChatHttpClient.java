package dev.arag.agent.openai;

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
 * Sends requests for chat completions with the JDK's client. In addition to LangChain4j's it bounds
 * the time of the whole exchange, a stalled body included, and the size of the body, keeps what the
 * server says about trying again, leaves out what the server has refused, and reads completions
 * tolerantly. An interrupt ends the exchange and its connection.
 */
final class ChatHttpClient implements HttpClient {
  private static final int NO_CONTENT = 204;

  /** Shorter ones are words such as "none", given to servers that want no key, and no secrets. */
  private static final int SHORTEST_KEY = 16;

  private final java.net.http.HttpClient jdk;
  private final Duration atMost;
  private final Clock clock;
  private final RequestForm form;
  private final @Nullable Consumer<String> written;

  /**
   * @param written takes the text while it is written; null to get it at once
   */
  ChatHttpClient(
      java.net.http.HttpClient jdk,
      Duration atMost,
      Clock clock,
      RequestForm form,
      @Nullable Consumer<String> written) {
    this.jdk = jdk;
    this.atMost = atMost;
    this.clock = clock;
    this.form = form;
    this.written = written;
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    String asked = Objects.requireNonNullElse(request.body(), "");
    String body = form.shape(written == null ? asked : RequestForm.streamed(asked));
    HttpResponse<byte[]> response = exchange(request, body);
    while (!isSuccess(response) && form.learn(body, response.statusCode(), text(response))) {
      String shaped = form.shape(body);
      if (shaped.equals(body)) {
        break;
      }
      body = shaped;
      response = exchange(request, body);
    }
    if (!isSuccess(response)) {
      throw error(response.statusCode(), text(response), response.headers());
    }
    return SuccessfulHttpResponse.builder()
        .statusCode(response.statusCode())
        .headers(response.headers().map())
        .body(completion(response))
        .build();
  }

  private String completion(HttpResponse<byte[]> response) {
    if (response.statusCode() == NO_CONTENT) {
      throw new NoCompletionException("sent no content (HTTP 204).", true);
    }
    try {
      return Completion.read(text(response));
    } catch (Completion.ToldError e) {
      throw error(e.status(), String.valueOf(e.getMessage()), response.headers());
    }
  }

  private ServerError error(int status, String body, HttpHeaders headers) {
    boolean isFinal =
        headers.firstValue("x-should-retry").filter("false"::equalsIgnoreCase).isPresent();
    return new ServerError(status, body, RetryAfter.of(headers, clock.instant()), isFinal);
  }

  private HttpResponse<byte[]> exchange(HttpRequest request, String body) {
    CompletableFuture<HttpResponse<byte[]>> exchange =
        jdk.sendAsync(toJdk(request, body), this::subscriber);
    try {
      return exchange.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      exchange.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The request was interrupted.", e);
    } catch (java.util.concurrent.TimeoutException e) {
      exchange.cancel(true);
      throw new TimeoutException("There was no whole response within " + atMost + ".", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /** A server may answer at once although a stream was asked for, and tells errors so. */
  private BodySubscriber<byte[]> subscriber(ResponseInfo response) {
    boolean isStream =
        response
            .headers()
            .firstValue("content-type")
            .filter(type -> type.toLowerCase(Locale.ROOT).contains("event-stream"))
            .isPresent();
    return isStream && written != null && response.statusCode() < 300
        ? new StreamBody(new StreamedCompletion(written))
        : new BoundedBody();
  }

  private static RuntimeException failure(ExecutionException failure) {
    Throwable cause = failure.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof BoundedBody.TooLargeException tooLarge) {
        return new NoCompletionException("sent too much. " + tooLarge.getMessage(), false);
      }
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
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
   * Servers leave the charset out or name a wrong one; JSON is UTF-8. Some repeat the key they were
   * sent, which goes no further, be it in an error or in what the model says.
   */
  private static String text(HttpResponse<byte[]> response) {
    String text = new String(response.body(), StandardCharsets.UTF_8);
    String sent = response.request().headers().firstValue("Authorization").orElse("");
    String key = sent.substring(sent.indexOf(' ') + 1);
    return key.length() < SHORTEST_KEY ? text : text.replace(key, "[key]");
  }

  /** Not used: {@link #execute(HttpRequest)} streams by its own means, and can be interrupted. */
  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    listener.onError(new UnsupportedOperationException("This client does not stream."));
  }
}
