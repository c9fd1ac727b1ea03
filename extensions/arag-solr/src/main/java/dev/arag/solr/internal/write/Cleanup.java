package dev.arag.solr.internal.write;

import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.SolrInputDocument;
import org.jspecify.annotations.Nullable;

/**
 * Removes document versions that no snapshot can see. The markers of old publishes are deleted
 * first, so that their snapshots expire and never see fewer documents. A version is deleted before
 * its tombstone, so that it never becomes visible again. Each step can be repeated. Not
 * thread-safe.
 */
final class Cleanup {
  private static final int PAGE = 200;

  /** Solr refuses a query of more than 1,024 ranges. */
  private static final int GROUP = 400;

  private final StoredDocuments stored;
  private final Updates updates;
  private final WriterLease lease;
  private final Publisher publisher;

  Cleanup(StoredDocuments stored, Updates updates, WriterLease lease, Publisher publisher) {
    this.stored = stored;
    this.updates = updates;
    this.lease = lease;
    this.publisher = publisher;
  }

  /**
   * Ends the snapshots of the states that were replaced before a time, and removes the document
   * versions that only they saw.
   *
   * @param millis the time, in milliseconds since 1970
   * @return the number of removed document versions
   */
  long expire(long millis) {
    expireMarkers(unexpired(lease.state(), millis));
    String tombstones = retiringQuery();
    long removed = 0;
    if (tombstones.isEmpty() || isGone(tombstones)) {
      return removed;
    }
    String last = "";
    SolrDocumentList page;
    do {
      lease.requireNotLost();
      page = stored.raw(after(tombstones, last), "id,target", "id asc", PAGE);
      if (!page.isEmpty()) {
        removed += remove(page);
        last = String.valueOf(page.get(page.size() - 1).getFieldValue(Fields.ID));
      }
    } while (page.size() == PAGE);
    publisher.commitUntil(() -> isGone(tombstones));
    return removed;
  }

  /** Whether a state was replaced before a time, so that its snapshots can be ended. */
  static boolean hasExpired(State state, long millis) {
    return unexpired(state, millis).size() < state.publications().size();
  }

  /**
   * Returns the publishes that remain. A state is replaced by the next publish, so the last one
   * never expires. All publishes before an expired one have expired too: a later state must not
   * expire first, because its tombstones then remove versions that the earlier state sees.
   */
  private static List<State.Publication> unexpired(State state, long millis) {
    List<State.Publication> all = state.publications();
    int first = 0;
    while (first + 1 < all.size() && all.get(first + 1).millis() < millis) {
      first++;
    }
    return all.subList(first, all.size());
  }

  private void expireMarkers(List<State.Publication> kept) {
    if (kept.size() == lease.state().publications().size()) {
      return;
    }
    // Markers are claimed and published in the same order, so one range contains the expired ones.
    String markers = "+kind:m +gen:[1 TO " + (kept.get(0).marker() - 1) + "]";
    updates.delete(markers);
    publisher.commitUntil(() -> isGone(markers));
    lease.update(state -> state.withPublications(kept));
  }

  /**
   * Returns a query for the tombstones that all states see whose markers exist; empty if there are
   * none. A tombstone of a generation that a later publish published must remain. The later
   * publishes claimed their generations after the first publish, so one range contains them.
   */
  private String retiringQuery() {
    State state = lease.state();
    if (state.published().isEmpty()) {
      return "";
    }
    String query = "+kind:t +" + state.publishedQuery();
    return state.publications().stream()
        .skip(1)
        .flatMap(each -> each.generations().stream())
        .min(Long::compare)
        .map(late -> query + " -gen:[" + late + " TO *]")
        .orElse(query);
  }

  private static String after(String query, String id) {
    return id.isEmpty() ? query : query + " +id:{\"" + id + "\" TO *]";
  }

  private boolean isGone(String query) {
    return stored.raw(query, Fields.ID, "id asc", 0).getNumFound() == 0;
  }

  /** Removes the versions that tombstones retire, and then the tombstones. */
  private long remove(SolrDocumentList tombstones) {
    String versions = join(tombstones, Fields.TARGET);
    SolrDocumentList documents =
        stored.raw(
            "+kind:d +ver:(\"" + versions.replace(",", "\" \"") + "\")",
            "dk,gen,key",
            "id asc",
            tombstones.size());
    updates.add(documents.stream().map(Cleanup::deletedKey).filter(each -> each != null).toList());
    updates.delete("{!terms f=ver}" + versions);
    updates.delete("{!terms f=id}" + join(tombstones, Fields.ID));
    return documents.size();
  }

  private static String join(SolrDocumentList documents, String field) {
    return documents.stream()
        .map(each -> String.valueOf(each.getFieldValue(field)))
        .distinct()
        .collect(Collectors.joining(","));
  }

  /** Returns the record that prevents another document from using the same chunk ids. */
  private static @Nullable SolrInputDocument deletedKey(SolrDocument document) {
    if (!(document.getFieldValue(Fields.KEY) instanceof String key)) {
      return null;
    }
    String documentKey = String.valueOf(document.getFieldValue(Fields.DOCUMENT_KEY));
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(documentKey, 0, Fields.DELETED_KEY_KIND + key));
    fields.setField(Fields.KIND, Fields.DELETED_KEY_KIND);
    fields.setField(Fields.GENERATION, document.getFieldValue(Fields.GENERATION));
    fields.setField(Fields.KEY, key);
    fields.setField(Fields.SHORT_KEY, key.substring(0, Splitter.SHORT_KEY_LENGTH));
    return fields;
  }

  /** Removes everything that writers have written and never published. */
  void removeUnpublished() {
    List<String> ranges = unpublishedRanges(lease.state());
    for (int from = 0; from < ranges.size(); from += GROUP) {
      String query = String.join(" ", ranges.subList(from, Math.min(ranges.size(), from + GROUP)));
      if (!isGone(query)) {
        // A worker that has not noticed the end of its job may still write.
        publisher.commitUntil(() -> updates.delete(query), () -> isGone(query));
      }
    }
  }

  /** Generations of a job that is not published yet belong to writers that are running. */
  private static List<String> unpublishedRanges(State state) {
    State.Job job = state.job();
    Set<Long> running = new HashSet<>();
    if (job != null && !job.isPublished() && job.base() == state.marker()) {
      job.workers().forEach(each -> running.add(each.generation()));
    }
    List<String> ranges = new ArrayList<>();
    long next = 1;
    for (State.Range range : state.published()) {
      addRange(ranges, next, range.first() - 1, running);
      next = range.last() + 1;
    }
    addRange(ranges, next, state.claimed(), running);
    return ranges;
  }

  private static void addRange(List<String> ranges, long first, long last, Set<Long> running) {
    long start = first;
    for (long generation = first; generation <= last + 1; generation++) {
      if (generation == last + 1 || running.contains(generation)) {
        if (start < generation) {
          ranges.add("gen:[" + start + " TO " + (generation - 1) + "]");
        }
        start = generation + 1;
      }
    }
  }

  /**
   * Removes the paths of sources without documents, and old locations of the other sources. The
   * hashes of names and paths are kept.
   */
  void removeUnusedPaths() {
    if (lease.state().published().isEmpty()) {
      return;
    }
    String query = "+kind:r +" + lease.state().publishedQuery();
    Set<String> seen = new HashSet<>();
    List<String> old = new ArrayList<>();
    List<SolrInputDocument> changed = new ArrayList<>();
    String last = "";
    SolrDocumentList page;
    do {
      page = stored.raw(after(query, last), "id,sk,gen", "id asc", PAGE);
      for (SolrDocument each : page) {
        last = String.valueOf(each.getFieldValue(Fields.ID));
        String sourceKey = String.valueOf(each.getFieldValue(Fields.SOURCE_KEY));
        if (seen.add(sourceKey)) {
          check(sourceKey, old, changed);
        }
      }
    } while (page.size() == PAGE);
    updates.add(changed);
    if (!old.isEmpty()) {
      updates.delete("{!terms f=id}" + String.join(",", old));
    }
    if (!changed.isEmpty() || !old.isEmpty()) {
      updates.commit();
    }
  }

  private void check(String sourceKey, List<String> old, List<SolrInputDocument> changed) {
    SolrDocumentList all =
        stored.raw(
            "+kind:r +sk:" + sourceKey + " +" + lease.state().publishedQuery(),
            "id,gen,payload",
            "gen desc",
            PAGE);
    all.stream().skip(1).forEach(each -> old.add(String.valueOf(each.getFieldValue(Fields.ID))));
    SolrDocument newest = all.get(0);
    SourceLocation location = SourceRecords.parse(newest.getFieldValue(Fields.PAYLOAD));
    if (!location.equals(location.withoutTexts()) && !stored.hasDocumentOf(sourceKey)) {
      long generation = ((Number) newest.getFieldValue(Fields.GENERATION)).longValue();
      changed.add(SourceRecords.fields(sourceKey, location.withoutTexts(), generation));
    }
  }
}
