package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
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

  /** Closes the client, unless the caller gave it. */
  @Override
  public void close() {
    if (ownsClient) {
      try {
        client.close();
      } catch (java.io.IOException e) {
        // The connections end with the process.
      }
    }
  }

  @Override
  public String toString() {
    return "Solr collection " + name;
  }

  /** Options for the client. */
  public static final class Builder {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final List<String> urls = new ArrayList<>();
    private Duration timeout = Duration.ofSeconds(60);
    private @Nullable String user;
    private @Nullable String password;

    private Builder(String name) {
      this.name = requireName(name);
    }

    /**
     * Adds the base URL of a Solr node, such as {@code http://localhost:8983/solr}. One is enough;
     * with several, the client can start while one node is down. The client finds all other nodes.
     */
    public Builder url(String url) {
      urls.add(requireNonNull(url, "url"));
      return this;
    }

    /** Sets the credentials of HTTP Basic authentication. Default: none. */
    public Builder basicAuth(String user, String password) {
      this.user = requireNonNull(user, "user");
      this.password = requireNonNull(password, "password");
      return this;
    }

    /** Sets how long a request may take. Default: 60 seconds. */
    public Builder timeout(Duration timeout) {
      this.timeout = requireNonNull(timeout, "timeout");
      return this;
    }

    /** Creates the client. No request is sent before the first use. */
    public SolrCollection build() {
      if (urls.isEmpty()) {
        throw new IllegalStateException("A collection needs the URL of at least one Solr node.");
      }
      Http2SolrClient.Builder http =
          new Http2SolrClient.Builder()
              .withConnectionTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
              .withIdleTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
              .withRequestTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (user != null && password != null) {
        http.withBasicAuthCredentials(user, password);
      }
      CloudHttp2SolrClient client =
          new CloudHttp2SolrClient.Builder(urls)
              .withHttpClientBuilder(http)
              .withDefaultCollection(name)
              .build();
      return new SolrCollection(name, client, true);
    }
  }
}
