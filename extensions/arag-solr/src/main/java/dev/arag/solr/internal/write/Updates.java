package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.AragException;
import dev.arag.index.sync.WriteCancelledException;
import dev.arag.solr.internal.client.SolrFailures;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.jspecify.annotations.Nullable;

/**
 * Sends updates to a collection. A failed update is sent again, because all updates but the
 * replacement of the state can be repeated. No exception contains a document. Not thread-safe, but
 * {@link #replaceState} may be called by another thread.
 */
public final class Updates {
  private static final int MAX_DOCUMENTS = 500;
  private static final long MAX_BYTES = 4 << 20;
  private static final int CONFLICT = 409;

  /** Together longer than Solr needs to elect a new leader of a shard. */
  static final List<Duration> DELAYS =
      List.of(
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(8),
          Duration.ofSeconds(15));

  private final SolrClient client;
  private final String collection;
  private int confirmedReplicas = Integer.MAX_VALUE;

  public Updates(SolrClient client, String collection) {
    this.client = client;
    this.collection = collection;
  }

  String collection() {
    return collection;
  }

  /** Adds or replaces documents, in requests of limited size. */
  void add(Collection<SolrInputDocument> documents) {
    Buffer buffer = new Buffer();
    documents.forEach(buffer::add);
    buffer.flush();
  }

  /** Adds or replaces documents, of which it contains only those of the next request. */
  final class Buffer {
    private List<SolrInputDocument> next = new ArrayList<>();
    private long bytes;

    /** Adds a document, and sends a request if it is large enough. */
    void add(SolrInputDocument document) {
      next.add(document);
      bytes += Updates.bytes(document);
      if (next.size() == MAX_DOCUMENTS || bytes >= MAX_BYTES) {
        flush();
      }
    }

    /** Sends the documents that are left. */
    void flush() {
      addAtOnce(next);
      next = new ArrayList<>();
      bytes = 0;
    }
  }

  private void addAtOnce(List<SolrInputDocument> documents) {
    if (!documents.isEmpty()) {
      UpdateRequest request = new UpdateRequest();
      request.add(documents);
      send(request);
    }
  }

  private static long bytes(SolrInputDocument document) {
    return document.values().stream().mapToLong(field -> bytes(field.getValue())).sum();
  }

  private static long bytes(@Nullable Object value) {
    if (value instanceof String text) {
      return text.length();
    }
    if (value instanceof byte[] bytes) {
      return bytes.length;
    }
    return value instanceof Collection<?> all
        ? all.stream().mapToLong(each -> each instanceof String text ? text.length() : 5).sum()
        : Long.BYTES;
  }

  /** Deletes all documents that match a query. */
  void delete(String query) {
    UpdateRequest request = new UpdateRequest();
    request.deleteByQuery(query);
    send(request);
  }

  /** Makes all changes visible on all replicas that answer. */
  void commit() {
    UpdateRequest request = new UpdateRequest();
    request.setAction(UpdateRequest.ACTION.COMMIT, true, true);
    send(request);
  }

  /** Rewrites the whole collection, without the text of deleted documents. */
  void optimize() {
    UpdateRequest request = new UpdateRequest();
    request.setAction(UpdateRequest.ACTION.OPTIMIZE, true, true, 1);
    send(request);
  }

  /**
   * Replaces the state, once.
   *
   * @param version the version of the state to replace; -1 if there must be none
   * @return the new version; null if the state had another version, or it is not known whether the
   *     state was replaced
   */
  OptionalVersion replaceState(State state, long version) {
    SolrInputDocument document = new SolrInputDocument();
    document.setField(Fields.ID, Fields.STATE_ID);
    document.setField(Fields.KIND, Fields.STATE_KIND);
    document.setField(Fields.GENERATION, 0);
    document.setField(Fields.PAYLOAD, state.toJson().getBytes(StandardCharsets.UTF_8));
    document.setField(Fields.VERSION, version);
    UpdateRequest request = new UpdateRequest();
    request.add(document);
    request.setParam("versions", "true");
    try {
      Object versions = client.request(request, collection).get("adds");
      Object replaced = versions instanceof NamedList<?> all ? all.get(Fields.STATE_ID) : null;
      return new OptionalVersion(replaced instanceof Long number ? number : null, null);
    } catch (SolrServerException | IOException | RuntimeException e) {
      requireNotRefused(e);
      return new OptionalVersion(null, newException(e));
    }
  }

  /**
   * The version of a state that was replaced.
   *
   * @param version null if it is not known
   * @param failure why it is not known; null if Solr answered
   */
  record OptionalVersion(@Nullable Long version, @Nullable RuntimeException failure) {}

  /** Returns the smallest number of replicas that have confirmed an update. */
  OptionalInt confirmedReplicas() {
    return confirmedReplicas == Integer.MAX_VALUE
        ? OptionalInt.empty()
        : OptionalInt.of(confirmedReplicas);
  }

  /** Returns the number of replicas of the shard that has the fewest. */
  int replicas() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("action", "CLUSTERSTATUS");
    params.set("collection", collection);
    NamedList<Object> response =
        send(new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/collections", params));
    return confirmingReplicas(
        (Map<?, ?>) requireNonNull(response._get(List.of("cluster", "collections"), Map.of())));
  }

  /**
   * Returns the number of replicas that confirm updates, of the shard that has the fewest. A PULL
   * replica copies the files of its leader and never confirms an update.
   *
   * @param collections the answer of Solr, which has the real name of an alias
   */
  static int confirmingReplicas(Map<?, ?> collections) {
    return collections.values().stream()
        .flatMap(each -> children(each, "shards"))
        .filter(shard -> "active".equals(shard.get("state")))
        .mapToInt(
            shard ->
                (int)
                    children(shard, "replicas")
                        .filter(replica -> !"PULL".equals(replica.get("type")))
                        .count())
        .min()
        .orElse(0);
  }

  private static Stream<Map<?, ?>> children(Object parent, String name) {
    return ((Map<?, ?>) parent).get(name) instanceof Map<?, ?> children
        ? children.values().stream().map(each -> (Map<?, ?>) each)
        : Stream.of();
  }

  /** Returns the number of floats of the vectors that the schema of the collection allows. */
  int dimension() {
    NamedList<Object> response =
        send(
            new GenericSolrRequest(
                SolrRequest.METHOD.GET, "/schema/fieldtypes/vector", new ModifiableSolrParams()));
    Object dimension = response._get(List.of("fieldType", "vectorDimension"), null);
    return dimension == null ? 0 : Integer.parseInt(dimension.toString());
  }

  private NamedList<Object> send(SolrRequest<?> request) {
    for (int attempt = 0; ; attempt++) {
      requireNotInterrupted();
      try {
        NamedList<Object> response = client.request(request, collection);
        readReplicas(response);
        return response;
      } catch (SolrServerException | IOException | RuntimeException e) {
        requireNotRefused(e);
        if (attempt == DELAYS.size()) {
          throw newException(e);
        }
      }
      pause(DELAYS.get(attempt));
    }
  }

  private void readReplicas(NamedList<Object> response) {
    if (response.get("responseHeader") instanceof NamedList<?> header
        && header.get(UpdateRequest.REPFACT) instanceof Integer replicas) {
      confirmedReplicas = Math.min(confirmedReplicas, replicas);
    }
  }

  /** A query that can be repeated. */
  @FunctionalInterface
  interface Query<T> {
    T run();
  }

  /**
   * Runs a query until it succeeds. A replica that is behind, or a node that has just ended, makes
   * queries fail for a while. A failure that remains is thrown at once, for example wrong
   * credentials.
   */
  <T> T retry(Query<T> query) {
    for (int attempt = 0; ; attempt++) {
      requireNotInterrupted();
      try {
        return query.run();
      } catch (RuntimeException e) {
        requireNotInterrupted();
        if (attempt == DELAYS.size() || SolrFailures.isPermanent(e)) {
          throw e instanceof AragException ? e : newException(e);
        }
      }
      pause(DELAYS.get(attempt));
    }
  }

  /** A request that the server refuses, or of a closed client, would fail again. */
  private void requireNotRefused(Exception failure) {
    if (Thread.currentThread().isInterrupted()) {
      throw newCancelled(new InterruptedException());
    }
    boolean isRefused =
        failure instanceof SolrException refused
            && refused.code() >= 400
            && refused.code() < 500
            && refused.code() != CONFLICT
            && refused.code() != 404
            && refused.code() != 429;
    if (isRefused || SolrFailures.isClosed(failure)) {
      throw newException(failure);
    }
  }

  private RuntimeException newException(Exception failure) {
    return SolrFailures.of(collection, failure);
  }

  /**
   * @throws WriteCancelledException if the thread is interrupted; its interrupt flag stays set
   */
  void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw newCancelled(new InterruptedException());
    }
  }

  void pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw newCancelled(e);
    }
  }

  private WriteCancelledException newCancelled(Exception cause) {
    return new WriteCancelledException(
        "Interrupted. Published batches of the Solr collection "
            + collection
            + " are kept. Run the operation again to complete it.",
        cause);
  }
}
