package dev.arag.agent.openai;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Clock;
import java.time.Duration;

/**
 * The JDK's HTTP client, set up with care. LangChain4j gives connecting as much time as a whole
 * request; here a server that is not there is noticed early.
 */
final class HttpConnection implements HttpClientBuilder {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  private final boolean isPlainHttp;
  private Duration readTimeout = Duration.ofMinutes(1);

  HttpConnection(boolean isPlainHttp) {
    this.isPlainHttp = isPlainHttp;
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
    java.net.http.HttpClient.Builder client =
        java.net.http.HttpClient.newBuilder()
            .followRedirects(Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT);
    if (isPlainHttp) {
      client.version(Version.HTTP_1_1);
    }
    return new ChatHttpClient(client.build(), readTimeout, Clock.systemUTC());
  }
}
