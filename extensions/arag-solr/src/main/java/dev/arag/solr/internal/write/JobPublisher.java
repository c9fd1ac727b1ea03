package dev.arag.solr.internal.write;

import dev.arag.index.spi.Skip;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;

/**
 * Publishes what the writers of a job have written. The caller has the lease, so that no other
 * writer compares documents meanwhile. Not thread-safe.
 */
final class JobPublisher {
  private final StoredDocuments stored;
  private final Updates updates;
  private final WriterLease lease;
  private final Publisher publisher;

  JobPublisher(StoredDocuments stored, Updates updates, WriterLease lease, Publisher publisher) {
    this.stored = stored;
    this.updates = updates;
    this.lease = lease;
    this.publisher = publisher;
  }

  /** Publishes the job, unless another writer of the job has published it. */
  void publish(String id, SyncTally tally) {
    State.Job job = lease.state().job();
    if (job != null && job.id().equals(id) && job.isPublished()) {
      return;
    }
    if (job == null || !job.id().equals(id) || job.base() != lease.state().marker()) {
      throw JobMember.newStaleException(id, updates.collection());
    }
    List<Long> generations = job.workers().stream().map(State.Worker::generation).toList();
    while (true) {
      long marker = lease.update(State::claim).claimed();
      int markers = publisher.writeMarkers(marker);
      Map<String, String> duplicates = duplicates(generations);
      if (duplicates.isEmpty()) {
        publisher.publish(
            generations, marker, markers, state -> state.withJob(published(state, job)));
        return;
      }
      drop(duplicates, tally);
    }
  }

  /** Another writer cannot publish meanwhile, but a worker can begin another job. */
  private State.Job published(State state, State.Job expected) {
    if (!expected.equals(state.job())) {
      throw JobMember.newStaleException(expected.id(), updates.collection());
    }
    return expected.publish();
  }

  /**
   * Returns the documents of the job that have a chunk id of another document of the job. Two
   * writers may have generated the same id at the same time, which is very rare.
   *
   * @return the id of the document by its version
   */
  private Map<String, String> duplicates(List<Long> generations) {
    Map<String, String> duplicates = new HashMap<>();
    KeySet chunks = new KeySet();
    String query =
        generations.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" ", "+kind:c +gen:(", ")"));
    String last = "";
    SolrDocumentList page;
    do {
      lease.requireNotLost();
      page =
          stored.raw(
              last.isEmpty() ? query : query + " +id:{\"" + last + "\" TO *]",
              "id,ck,ver,doc",
              "id asc",
              StoredDocuments.PAGE);
      for (SolrDocument each : page) {
        last = text(each, Fields.ID);
        if (!chunks.add(text(each, Fields.CHUNK_KEY))) {
          duplicates.put(text(each, Fields.DOCUMENT_VERSION), text(each, Fields.DOCUMENT));
        }
      }
    } while (page.size() == StoredDocuments.PAGE);
    return duplicates;
  }

  private static String text(SolrDocument document, String field) {
    return String.valueOf(document.getFieldValue(field));
  }

  /** Deletes versions and the tombstones of the versions that they would have replaced. */
  private void drop(Map<String, String> duplicates, SyncTally tally) {
    Set<String> versions = new HashSet<>(duplicates.keySet());
    for (String version : versions) {
      int period = version.lastIndexOf('.');
      updates.delete(
          "+dk:" + version.substring(0, period) + " +gen:" + version.substring(period + 1));
      tally.skip(
          new Skip(
              String.valueOf(duplicates.get(version)),
              "its chunk ids are already used by a chunk of another document of this job; sync"
                  + " it again"));
    }
  }
}
