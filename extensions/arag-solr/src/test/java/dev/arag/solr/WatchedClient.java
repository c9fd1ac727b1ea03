package dev.arag.solr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;

/** Records the requests of a client, and runs code before and after each of them. */
final class WatchedClient extends SolrClient {
  private static final long serialVersionUID = 1L;

  private final transient SolrClient client;
  private final transient List<String> requests = new ArrayList<>();
  private transient Consumer<String> before = description -> {};
  private transient Consumer<String> after = description -> {};

  WatchedClient(SolrClient client) {
    this.client = client;
  }

  void before(Consumer<String> action) {
    this.before = action;
  }

  void after(Consumer<String> action) {
    this.after = action;
  }

  /** The descriptions of all requests since the last call. */
  synchronized List<String> takeRequests() {
    List<String> taken = List.copyOf(requests);
    requests.clear();
    return taken;
  }

  @Override
  public NamedList<Object> request(SolrRequest<?> request, String collection)
      throws SolrServerException, IOException {
    String description = describe(request);
    synchronized (this) {
      requests.add(description);
    }
    before.accept(description);
    NamedList<Object> response = client.request(request, collection);
    after.accept(description);
    return response;
  }

  /** For example "add c d s", "add state", "add t", "add m", "delete", "commit" or "/select". */
  private static String describe(SolrRequest<?> request) {
    if (!(request instanceof UpdateRequest update)) {
      return request.getPath();
    }
    if (update.getDeleteQuery() != null && !update.getDeleteQuery().isEmpty()) {
      return "delete";
    }
    if (update.getAction() != null) {
      return "commit";
    }
    List<SolrInputDocument> documents = update.getDocuments();
    return "add "
        + String.join(
            " ",
            documents.stream()
                .map(each -> String.valueOf(each.getFieldValue("kind")))
                .distinct()
                .sorted()
                .toList());
  }

  @Override
  public void close() {
    // The owner of the client closes it.
  }
}
