package dev.arag.connect.internal.site;

import dev.arag.connect.internal.Failures;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Sends requests to one host, one at a time, as its {@code robots.txt} permits. */
final class SiteClient {
  static final int MAX_BYTES = 50 * 1024 * 1024;
  private static final String USER_AGENT = "arag (+https://github.com/arag-dev/arag-java)";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);
  private static final int MAX_ATTEMPTS = 3;
  private static final int MAX_REDIRECTS = 5;

  /** If so many requests in a row take too long, the site is down. */
  private static final int MAX_TIMEOUTS = 10;

  private final SiteSettings settings;
  private final Pause pause;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private RobotsTxt robots = RobotsTxt.ALLOW_ALL;
  private boolean hasSent;
  private int timeouts;

  /** Waits between requests. */
  @FunctionalInterface
  interface Pause {
    void sleep(Duration delay) throws InterruptedException;
  }

  /**
   * @param status 200, or any other than those that are repeated or redirected
   */
  record Response(int status, HttpHeaders headers, byte[] body) {
    boolean isOk() {
      return status == 200;
    }

    IOException failure() {
      return new IOException("the site answered with status " + status);
    }

    boolean isDenied() {
      return status == 401 || status == 403;
    }
  }

  SiteClient(SiteSettings settings, Pause pause) {
    this.settings = settings;
    this.pause = pause;
  }

  void setRobots(RobotsTxt robots) {
    if (robots.crawlDelay().compareTo(MAX_WAIT) > 0) {
      throw new RemoteSourceException(
          "The site %s asks for a delay of %s seconds between requests; at most %s are possible."
              .formatted(settings, robots.crawlDelay().toSeconds(), MAX_WAIT.toSeconds()),
          false,
          null);
    }
    this.robots = robots;
  }

  boolean allows(URI uri) {
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return robots.allows(uri.getRawPath() + query);
  }

  /**
   * Sends a request and follows redirects.
   *
   * @throws IOException if the address cannot be read
   * @throws RemoteSourceException if the site cannot be read at present
   */
  Response send(String method, URI uri) throws IOException, InterruptedException {
    URI at = uri;
    for (int i = 0; i <= MAX_REDIRECTS; i++) {
      Response response = sendRepeatedly(method, at);
      if (response.status() / 100 != 3 || response.headers().firstValue("location").isEmpty()) {
        return response;
      }
      at = target(at, response.headers().firstValue("location").orElseThrow());
    }
    throw new IOException("it is redirected more than " + MAX_REDIRECTS + " times");
  }

  private URI target(URI from, String location) throws IOException {
    URI named;
    URI target;
    try {
      named = from.resolve(location);
      target = settings.sameHost(named);
    } catch (IllegalArgumentException e) {
      throw new IOException("it is redirected to an invalid address");
    }
    if (target == null) {
      throw new IOException("it is redirected to another host");
    }
    if (target.equals(from) && !named.equals(from)) {
      throw new IOException(
          "it is redirected to " + location + "; check the scheme of the address");
    }
    if (!allows(target)) {
      throw new IOException("it is redirected to an address that robots.txt disallows");
    }
    return target;
  }

  private Response sendRepeatedly(String method, URI uri) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Response response = sendOnce(method, uri);
      if (response.status() != 429 && response.status() != 503) {
        return response;
      }
      Duration wait = retryAfter(response.headers(), attempt);
      if (attempt == MAX_ATTEMPTS || wait.compareTo(MAX_WAIT) > 0) {
        throw new RemoteSourceException(
            "The site %s answers with status %d, and asks to wait %d seconds. Sync again later."
                .formatted(settings, response.status(), wait.toSeconds()),
            true,
            null);
      }
      pause.sleep(wait);
    }
  }

  private static Duration retryAfter(HttpHeaders headers, int attempt) {
    String value = headers.firstValue("retry-after").orElse("").strip();
    if (value.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(Instant.now(), date);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeParseException e) {
      return Duration.ofSeconds(attempt);
    }
  }

  private Response sendOnce(String method, URI uri) throws IOException, InterruptedException {
    if (hasSent && !robots.crawlDelay().isZero()) {
      pause.sleep(robots.crawlDelay());
    }
    hasSent = true;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("User-Agent", USER_AGENT);
    if (settings.authorization() != null) {
      request.header("Authorization", settings.authorization());
    }
    try {
      HttpResponse<byte[]> response = await(request.build());
      timeouts = 0;
      return new Response(response.statusCode(), response.headers(), response.body());
    } catch (ConnectException | SSLException e) {
      throw unreachable(e);
    } catch (HttpTimeoutException e) {
      if (++timeouts == MAX_TIMEOUTS) {
        throw unreachable(e);
      }
      throw e;
    }
  }

  private RemoteSourceException unreachable(IOException e) {
    return new RemoteSourceException(
        "The site %s cannot be reached: %s. Check the address, or sync again later."
            .formatted(settings, Failures.describe(e)),
        true,
        e);
  }

  /** The time limit of the client does not include the body. */
  private HttpResponse<byte[]> await(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> response =
        client.sendAsync(request, head -> new LimitedBody(MAX_BYTES));
    try {
      return response.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("it took more than " + TIMEOUT.toSeconds() + " seconds");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } finally {
      response.cancel(true);
    }
  }
}
