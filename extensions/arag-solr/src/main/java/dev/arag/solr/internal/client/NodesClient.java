package dev.arag.solr.internal.client;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;

/**
 * Sends requests to the nodes of a cluster. The time limit includes the attempts that SolrJ makes
 * to find a node, and an interrupt ends all of them. If SolrJ only reports that it could read no
 * state of the cluster, this class finds the reason, for example wrong credentials. Thread-safe.
 */
public final class NodesClient extends SolrClient {

  private final CloudHttp2SolrClient client;
  private final List<String> urls;
  private final Duration timeout;
  private final ExecutorService threads = Executors.newCachedThreadPool(NodesClient::newThread);
  private volatile boolean isClosed;

  /**
   * @param client the client, which this object closes
   * @param urls the base URLs of nodes
   * @param timeout how long a request may take
   */
  public NodesClient(CloudHttp2SolrClient client, List<String> urls, Duration timeout) {
    this.client = client;
    this.urls = List.copyOf(urls);
    this.timeout = timeout;
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "arag-solr-request");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public NamedList<Object> request(SolrRequest<?> request, String collection)
      throws SolrServerException, IOException {
    Future<NamedList<Object>> response = threads.submit(() -> send(request, collection));
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SolrServerException(e);
    } catch (TimeoutException | CancellationException e) {
      throw new SolrServerException(e);
    } catch (ExecutionException e) {
      if (isClosed) {
        // The close has interrupted the request, but not this thread.
        throw new IllegalStateException("The client is closed.");
      }
      throw rethrow(requireNonNull(e.getCause()));
    } finally {
      response.cancel(true);
    }
  }

  private static RuntimeException rethrow(Throwable failure)
      throws SolrServerException, IOException {
    if (failure instanceof SolrServerException e) {
      throw e;
    }
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return (RuntimeException) failure;
  }

  private NamedList<Object> send(SolrRequest<?> request, String collection)
      throws SolrServerException, IOException {
    try {
      // SolrJ would otherwise send a first administrative request to an https URL as http.
      var unused = client.getClusterStateProvider().getLiveNodes();
      return client.request(request, collection);
    } catch (RuntimeException e) {
      if (SolrFailures.isUnknownCluster(e)) {
        requireNode();
        throw new SolrServerException(e);
      }
      throw e;
    }
  }

  /** Throws the failure of a node, preferably one that has an HTTP status. */
  private void requireNode() throws SolrServerException, IOException {
    for (String url : urls) {
      ModifiableSolrParams params = new ModifiableSolrParams();
      params.set("action", "CLUSTERSTATUS");
      params.set("liveNodes", true);
      var request = new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/collections", params);
      try (SolrClient node =
          new Http2SolrClient.Builder(url).withHttpClient(client.getHttpClient()).build()) {
        var unused = node.request(request);
      } catch (SolrServerException e) {
        if (urls.indexOf(url) == urls.size() - 1) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    threads.shutdownNow();
    client.close();
  }
}
