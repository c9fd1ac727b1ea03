package dev.arag.solr.internal.client;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one collection. A partial response is an error. No exception contains a query,
 * a document or a password. Thread-safe.
 */
public final class CollectionClient {
  private final SolrClient client;
  private final String collection;

  /** A state and its version, by which a writer replaces it. */
  public record VersionedState(State state, long version) {}

  public CollectionClient(SolrClient client, String collection) {
    this.client = client;
    this.collection = collection;
  }

  /** The name of the collection. */
  public String collection() {
    return collection;
  }

  /** Runs a query. */
  public QueryResponse query(ModifiableSolrParams params) {
    params.set("shards.tolerant", false);
    QueryResponse response = new QueryResponse(sendQuery(params), client);
    requireComplete(response);
    return response;
  }

  private void requireComplete(QueryResponse response) {
    NamedList<Object> header = response.getHeader();
    if (header != null && Boolean.TRUE.equals(header.getBooleanArg("partialResults"))) {
      throw new CorpusUnavailableException(
          "The Solr collection "
              + collection
              + " returned only a part of the results. Retry when all shards are active.");
    }
  }

  /** Returns the state; null if the collection has none. */
  public @Nullable VersionedState state() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("qt", "/get");
    params.set("id", Fields.STATE_ID);
    QueryRequest request = new QueryRequest(params);
    request.setPath("/get");
    SolrDocument document = (SolrDocument) send(request).get("doc");
    if (document == null) {
      return null;
    }
    String json =
        document.getFieldValue(Fields.PAYLOAD) instanceof byte[] payload
            ? new String(payload, StandardCharsets.UTF_8)
            : "";
    State state = State.parse(json, collection);
    return new VersionedState(state, (Long) document.getFieldValue(Fields.VERSION));
  }

  /** Returns the active shards. */
  public Shards shards() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("action", "CLUSTERSTATUS");
    params.set("collection", collection);
    GenericSolrRequest request =
        new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/collections", params);
    Map<?, ?> collections =
        (Map<?, ?>) send(request)._get(List.of("cluster", "collections"), Map.of());
    return new Shards(
        collections.values().stream()
            .map(each -> (Map<?, ?>) requireNonNull(((Map<?, ?>) each).get("shards")))
            .flatMap(each -> each.values().stream())
            .map(shard -> (Map<?, ?>) shard)
            .filter(shard -> "active".equals(shard.get("state")))
            .map(shard -> Shards.Range.parse(String.valueOf(shard.get("range"))))
            .toList());
  }

  /**
   * Replaces the state.
   *
   * @param version the version of the state to replace; -1 if there must be none
   * @throws dev.arag.core.error.CorpusException if the state has another version
   */
  public void replaceState(State state, long version) {
    SolrInputDocument document = new SolrInputDocument();
    document.setField(Fields.ID, Fields.STATE_ID);
    document.setField(Fields.KIND, Fields.STATE_KIND);
    document.setField(Fields.GENERATION, 0);
    document.setField(Fields.PAYLOAD, state.toJson().getBytes(StandardCharsets.UTF_8));
    document.setField(Fields.VERSION, version);
    add(List.of(document));
  }

  /** Adds or replaces documents. */
  public void add(Collection<SolrInputDocument> documents) {
    UpdateRequest request = new UpdateRequest();
    request.add(documents);
    send(request);
  }

  /** Makes all changes visible on all replicas. */
  public void commit() {
    UpdateRequest request = new UpdateRequest();
    request.setAction(UpdateRequest.ACTION.COMMIT, true, true);
    send(request);
  }

  private NamedList<Object> sendQuery(ModifiableSolrParams params) {
    try {
      return request(new QueryRequest(params, SolrRequest.METHOD.POST));
    } catch (SolrServerException | IOException | RuntimeException e) {
      if (SolrFailures.isStoppedNode(e)) {
        return send(new QueryRequest(params, SolrRequest.METHOD.POST));
      }
      throw SolrFailures.of(collection, e);
    }
  }

  private NamedList<Object> send(SolrRequest<?> request) {
    try {
      return request(request);
    } catch (SolrServerException | IOException | RuntimeException e) {
      throw SolrFailures.of(collection, e);
    }
  }

  private NamedList<Object> request(SolrRequest<?> request)
      throws SolrServerException, IOException {
    return client.request(request, collection);
  }
}
