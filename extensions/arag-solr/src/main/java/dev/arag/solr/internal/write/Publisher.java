package dev.arag.solr.internal.write;

import dev.arag.core.error.CorpusException;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.Shards;
import dev.arag.solr.internal.client.SolrFailures;
import dev.arag.solr.internal.layout.DocumentFields;
import dev.arag.solr.internal.layout.State;
import dev.arag.solr.internal.query.View;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Publishes generations. Markers are written after all other documents. When a query sees all of
 * them, everything that was written before is visible too, and the state is replaced. Not
 * thread-safe.
 */
final class Publisher {
  private final CollectionClient client;
  private final Updates updates;
  private final WriterLease lease;
  private final Clock clock;

  Publisher(CollectionClient client, Updates updates, WriterLease lease, Clock clock) {
    this.client = client;
    this.updates = updates;
    this.lease = lease;
    this.clock = clock;
  }

  /**
   * Writes and publishes one generation. If this fails, the generation is never visible.
   *
   * @param content writes the documents of the generation, given its number
   */
  void publish(LongConsumer content) {
    State claimed = lease.update(state -> state.claim().claim());
    long generation = claimed.claimed() - 1;
    content.accept(generation);
    publish(List.of(generation), claimed.claimed(), state -> state);
  }

  /**
   * Publishes generations whose documents have been written.
   *
   * @param marker the claimed generation of the markers
   * @param more a further change of the state at the same time
   */
  void publish(Collection<Long> generations, long marker, UnaryOperator<State> more) {
    publish(generations, marker, writeMarkers(marker), more);
  }

  /** Publishes generations after their markers were seen. */
  void publish(Collection<Long> generations, long marker, int markers, UnaryOperator<State> more) {
    long millis = clock.millis();
    lease.update(
        state ->
            state.isPublished(marker)
                ? state
                : more.apply(state.publish(generations, marker, markers, millis)));
  }

  /** Writes markers, and waits until a query sees all of them. Returns their number. */
  int writeMarkers(long marker) {
    lease.requireNotLost();
    Shards shards = updates.retry(client::shards);
    List<String> keys = shards.routeKeys();
    String id = lease.state().id();
    updates.add(keys.stream().map(key -> DocumentFields.marker(key, marker, id)).toList());
    commitUntil(() -> countMarkers(marker) == keys.size());
    return keys.size();
  }

  /** A condition that a query tests. */
  @FunctionalInterface
  interface Condition {
    boolean isTrue();
  }

  /** A commit succeeds even if a shard does not take part, so its effect is tested. */
  void commitUntil(Condition isVisible) {
    commitUntil(() -> {}, isVisible);
  }

  /**
   * Repeats a change and a commit until a query sees the change.
   *
   * @param change can be repeated
   */
  void commitUntil(Runnable change, Condition isVisible) {
    for (int attempt = 0; ; attempt++) {
      change.run();
      updates.commit();
      if (isTrue(isVisible)) {
        return;
      }
      if (attempt == Updates.DELAYS.size()) {
        throw new CorpusException(
            "A commit of the Solr collection "
                + updates.collection()
                + " did not become visible on all shards within 30 seconds. Searches still find the"
                + " documents of the last completed operation. Check the cluster, then run the"
                + " operation again.");
      }
      updates.pause(Updates.DELAYS.get(attempt));
    }
  }

  private boolean isTrue(Condition isVisible) {
    try {
      return isVisible.isTrue();
    } catch (RuntimeException e) {
      updates.requireNotInterrupted();
      if (SolrFailures.isPermanent(e)) {
        throw e;
      }
      return false;
    }
  }

  private long countMarkers(long marker) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "+kind:m +gen:" + marker);
    params.set("rows", 0);
    View.askLeaders(params);
    return client.query(params).getResults().getNumFound();
  }
}
