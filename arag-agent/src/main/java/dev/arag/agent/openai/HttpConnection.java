package dev.arag.agent.openai;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.http.client.jdk.JdkHttpClientBuilder;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's HTTP client, set up with care. LangChain4j gives connecting as much time as a whole
 * request; here a server that is not there is noticed early.
 */
final class HttpConnection implements HttpClientBuilder {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  private final JdkHttpClientBuilder jdk;

  HttpConnection(boolean isPlainHttp) {
    java.net.http.HttpClient.Builder client =
        java.net.http.HttpClient.newBuilder().followRedirects(Redirect.NEVER);
    if (isPlainHttp) {
      client.version(Version.HTTP_1_1);
    }
    jdk = JdkHttpClient.builder().httpClientBuilder(client).connectTimeout(CONNECT_TIMEOUT);
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
  public @Nullable Duration readTimeout() {
    return jdk.readTimeout();
  }

  @Override
  public HttpClientBuilder readTimeout(Duration timeout) {
    jdk.readTimeout(timeout);
    return this;
  }

  @Override
  public HttpClient build() {
    return jdk.build();
  }
}
