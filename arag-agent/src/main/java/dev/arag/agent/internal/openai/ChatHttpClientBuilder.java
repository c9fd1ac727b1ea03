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

/** Builds HTTP clients for LangChain4j that share one JDK client. */
public final class ChatHttpClientBuilder implements HttpClientBuilder {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  /**
   * Shared by the whole process, because an application may create an agent and its model for each
   * request.
   */
  private static final LruCache<ParameterCompatibility> COMPATIBILITY =
      new LruCache<>(ParameterCompatibility::new);

  private final java.net.http.HttpClient jdk;
  private final ParameterCompatibility compatibility;
  private final EndpointSettings settings;
  private final @Nullable Consumer<String> written;
  private Duration readTimeout = Duration.ofMinutes(1);

  private ChatHttpClientBuilder(
      java.net.http.HttpClient jdk,
      ParameterCompatibility compatibility,
      EndpointSettings settings,
      @Nullable Consumer<String> written) {
    this.jdk = jdk;
    this.compatibility = compatibility;
    this.settings = settings;
    this.written = written;
  }

  /**
   * Creates a builder. Its clients use a short connect timeout to detect an unreachable server
   * early. LangChain4j would allow the connection as much time as a whole request.
   *
   * @param settings the settings of the endpoint; clients with the same settings share the known
   *     capabilities of the server
   */
  public static ChatHttpClientBuilder of(EndpointSettings settings) {
    java.net.http.HttpClient.Builder client =
        java.net.http.HttpClient.newBuilder()
            .followRedirects(Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT);
    if (settings.isPlainHttp()) {
      client.version(Version.HTTP_1_1);
    }
    return new ChatHttpClientBuilder(
        client.build(), COMPATIBILITY.of(settings.toString()), settings, null);
  }

  /**
   * Returns a builder with the same JDK client whose clients pass the text to a consumer as it
   * arrives.
   */
  public ChatHttpClientBuilder streamingTo(Consumer<String> written) {
    return new ChatHttpClientBuilder(jdk, compatibility, settings, written);
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
    return new ChatHttpClient(
        jdk, readTimeout, Clock.systemUTC(), compatibility, settings, written);
  }
}
