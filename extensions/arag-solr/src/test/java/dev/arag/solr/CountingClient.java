package dev.arag.solr;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.util.NamedList;
import org.jspecify.annotations.Nullable;

/** Counts the requests that another client sends. */
final class CountingClient extends SolrClient {
  private final SolrClient client;
  private final AtomicInteger count = new AtomicInteger();

  CountingClient(SolrClient client) {
    this.client = client;
  }

  @Override
  public NamedList<Object> request(SolrRequest<?> request, @Nullable String collection)
      throws SolrServerException, IOException {
    count.incrementAndGet();
    return client.request(request, collection);
  }

  int count() {
    return count.get();
  }

  void reset() {
    count.set(0);
  }

  @Override
  public void close() {}
}
