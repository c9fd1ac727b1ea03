package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.solr.internal.client.NodesClient;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.jspecify.annotations.Nullable;

/**
 * A collection on a SolrCloud cluster, and the client that sends requests to it. One object can
 * serve any number of corpora and indexes of the collection. Thread-safe.
 */
public final class SolrCollection implements AutoCloseable {
  private final String name;
  private final SolrClient client;
  private final boolean ownsClient;

  private SolrCollection(String name, SolrClient client, boolean ownsClient) {
    this.name = name;
    this.client = client;
    this.ownsClient = ownsClient;
  }

  /** Returns a builder for a collection. */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /**
   * Returns a collection that is reached by any client of SolrJ, for example one for ZooKeeper or
   * with other authentication. The caller closes the client.
   */
  public static SolrCollection of(SolrClient client, String name) {
    return new SolrCollection(requireName(name), requireNonNull(client, "client"), false);
  }

  private static String requireName(String name) {
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("The name of a collection must not be blank.");
    }
    return name;
  }

  /** The name of the collection. */
  public String name() {
    return name;
  }

  SolrClient client() {
    return client;
  }

  /**
   * Closes the client, unless the caller gave it. Requests of other threads end with an {@link
   * IllegalStateException}.
   */
  @Override
  public void close() {
    if (ownsClient) {
      try {
        client.close();
      } catch (IOException e) {
        // The connections end with the process.
      }
    }
  }

  @Override
  public String toString() {
    return "Solr collection " + name;
  }

  /** The URLs, credentials and timeout of the client of a collection. */
  public static final class Builder {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String NO_URL =
        "The URL of a Solr node must have the form http://HOST:PORT/solr or"
            + " https://HOST:PORT/solr.";

    private final String name;
    private final List<String> urls = new ArrayList<>();
    private Duration timeout = Duration.ofSeconds(60);
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable SSLConfig trusted;

    private Builder(String name) {
      this.name = requireName(name);
    }

    /**
     * Adds the base URL of a Solr node, such as {@code http://localhost:8983/solr}. One is enough;
     * with several, the client can start while one node is down. The client finds all other nodes.
     *
     * @throws IllegalArgumentException if this is not an HTTP URL of a host, or if it contains
     *     credentials, which would appear in logs
     */
    public Builder url(String url) {
      urls.add(requireUrl(requireNonNull(url, "url")));
      return this;
    }

    private static String requireUrl(String text) {
      URI url;
      try {
        url = new URI(text);
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException(NO_URL);
      }
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (!isHttp || url.getHost() == null || url.getQuery() != null || url.getFragment() != null) {
        throw new IllegalArgumentException(NO_URL);
      }
      if (url.getUserInfo() != null) {
        throw new IllegalArgumentException(
            "The URL of a Solr node must not contain credentials; use basicAuth.");
      }
      return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** Sets the credentials of HTTP Basic authentication. Default: none. */
    public Builder basicAuth(String user, String password) {
      this.user = requireNonNull(user, "user");
      this.password = requireNonNull(password, "password");
      return this;
    }

    /**
     * Sets the certificates that the client trusts if the URLs begin with {@code https}. Default:
     * the system property {@code javax.net.ssl.trustStore}, or the trust store of the JDK.
     *
     * @param file a key store in the format PKCS12 or JKS
     */
    public Builder trustStore(Path file, String password) {
      // SolrJ uses a trust store only if a key store of the client is possible too.
      this.trusted =
          new SSLConfig(
              true,
              true,
              null,
              null,
              requireNonNull(file, "file").toString(),
              requireNonNull(password, "password"));
      return this;
    }

    /**
     * Sets how long a request may take, including its repetitions on other nodes. Default: 60
     * seconds.
     */
    public Builder timeout(Duration timeout) {
      if (requireNonNull(timeout, "timeout").toMillis() <= 0) {
        throw new IllegalArgumentException("timeout must be positive, was " + timeout);
      }
      this.timeout = timeout;
      return this;
    }

    /** Creates the client. No request is sent before the first use. */
    public SolrCollection build() {
      if (urls.isEmpty()) {
        throw new IllegalStateException("A collection needs the URL of at least one Solr node.");
      }
      CloudHttp2SolrClient client =
          new CloudHttp2SolrClient.Builder(urls)
              .withHttpClientBuilder(http())
              .withDefaultCollection(name)
              .build();
      return new SolrCollection(name, new NodesClient(client, urls, timeout), true);
    }

    private Http2SolrClient.Builder http() {
      long millis = timeout.toMillis();
      Http2SolrClient.Builder http =
          new Http2SolrClient.Builder()
              .withConnectionTimeout(
                  Math.min(millis, CONNECT_TIMEOUT.toMillis()), TimeUnit.MILLISECONDS)
              .withIdleTimeout(millis, TimeUnit.MILLISECONDS)
              .withRequestTimeout(millis, TimeUnit.MILLISECONDS);
      if (user != null && password != null) {
        http.withBasicAuthCredentials(user, password);
      }
      if (trusted != null) {
        http.withSSLConfig(trusted);
      }
      return http;
    }
  }
}
