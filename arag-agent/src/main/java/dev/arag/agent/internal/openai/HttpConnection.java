package dev.arag.agent.internal.openai;

import dev.arag.agent.internal.concurrent.LruCache;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives LangChain4j a client of ours over one that all requests share. */
public final class HttpConnection implements HttpClientBuilder {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  /** Agents and their models come and go; what a server does not take stays. */
  private static final LruCache<ParameterCompatibility> FORMS =
      new LruCache<>(ParameterCompatibility::new);

  private final java.net.http.HttpClient jdk;
  private final ParameterCompatibility form;
  private final @Nullable Consumer<String> written;
  private Duration readTimeout = Duration.ofMinutes(1);

  private HttpConnection(
      java.net.http.HttpClient jdk,
      ParameterCompatibility form,
      @Nullable Consumer<String> written) {
    this.jdk = jdk;
    this.form = form;
    this.written = written;
  }

  /**
   * The JDK's HTTP client, set up with care. LangChain4j gives connecting as much time as a whole
   * request; here a server that is not there is noticed early.
   *
   * @param settings of the endpoint: connections to one share what is learnt of it
   */
  public static HttpConnection open(EndpointSettings settings) {
    java.net.http.HttpClient.Builder client =
        java.net.http.HttpClient.newBuilder()
            .followRedirects(Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT);
    if (settings.isPlainHttp()) {
      client.version(Version.HTTP_1_1);
    }
    return new HttpConnection(client.build(), FORMS.of(settings.toString()), null);
  }

  /** The same connection, telling text while it is written. */
  public HttpConnection telling(Consumer<String> written) {
    return new HttpConnection(jdk, form, written);
  }

  @Override
  public Duration connectTimeout() {
    return CONNECT_TIMEOUT;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration ignored) {
    return this;
  }

  @Override
  public Duration readTimeout() {
    return readTimeout;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration timeout) {
    readTimeout = timeout;
    return this;
  }

  @Override
  public HttpClient build() {
    return new ChatHttpClient(jdk, readTimeout, Clock.systemUTC(), form, written);
  }
}
