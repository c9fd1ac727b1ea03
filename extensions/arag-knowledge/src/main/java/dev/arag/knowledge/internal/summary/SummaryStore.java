package dev.arag.knowledge.internal.summary;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Usage;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.index.spi.derived.DerivedRecords;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.StoredUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The summaries of an index. The memory holds only where they are. They include those of deleted
 * texts and of other scopes, so {@link KnownSummaries} must check them before they are used.
 * Thread-safe.
 */
public final class SummaryStore {
  private final DerivedRecords records;
  private String file = "";
  private long end;
  private final Map<String, Place> byContent = new HashMap<>();
  private final Map<String, List<Long>> byAddress = new HashMap<>();
  private long replies;
  private long outputTokens;
  private Usage usage = StoredUsage.NONE;

  /** The place of a summary, and what a job needs of it. */
  record Place(long offset, String key, State state, int tries) {}

  /** A summary and the chunks from which it was made. */
  record Found(StoredSummary summary, List<Source> sources) {}

  public SummaryStore(DerivedRecords records) {
    this.records = requireNonNull(records, "records");
  }

  /** Reads the records that were added since the last call. */
  public synchronized void refresh() {
    String newest = records.file();
    if (!newest.equals(file)) {
      file = newest;
      end = 0;
      byContent.clear();
      byAddress.clear();
      replies = 0;
      outputTokens = 0;
      usage = StoredUsage.NONE;
    }
    end =
        records.forEach(
            end,
            (offset, record) ->
                StoredSummary.parse(record.content()).ifPresent(each -> add(offset, each)));
  }

  private void add(long offset, StoredSummary summary) {
    usage = StoredUsage.sum(usage, summary.usage());
    boolean isDone = summary.state() == State.DONE;
    Place known = byContent.get(summary.content());
    if (isDone || known == null || known.state() != State.DONE) {
      Place place = new Place(offset, summary.key(), summary.state(), summary.tries());
      byContent.put(summary.content(), place);
    }
    if (isDone) {
      byAddress.computeIfAbsent(summary.address(), each -> new ArrayList<>()).add(offset);
      replies++;
      outputTokens += summary.usage().outputTokens();
    }
  }

  /** Returns the usage of all requests for the stored summaries. */
  public synchronized Usage usage() {
    return usage;
  }

  synchronized boolean isEmpty() {
    return byAddress.isEmpty();
  }

  /** Returns the mean size of the replies so far; the fallback if there are fewer than 20. */
  synchronized int meanOutputTokens(int fallback) {
    return replies < 20 ? fallback : (int) Math.ceil((double) outputTokens / replies);
  }

  /** Returns the place of the newest summary of the same texts. */
  synchronized Optional<Place> find(Unit unit) {
    return Optional.ofNullable(byContent.get(unit.content()));
  }

  /** Reads the newest summary of the same texts. */
  Optional<Found> read(Unit unit) {
    return find(unit)
        .filter(each -> each.state() == State.DONE)
        .flatMap(each -> read(each.offset()))
        .filter(each -> each.summary().content().equals(unit.content()));
  }

  /** Reads the summaries of a part, perhaps of earlier texts or of other scopes, newest first. */
  Stream<Found> readEarlier(Unit unit) {
    List<Long> offsets;
    synchronized (this) {
      offsets = new ArrayList<>(byAddress.getOrDefault(unit.address(), List.of()));
    }
    Collections.reverse(offsets);
    return offsets.stream()
        .flatMap(each -> read(each).stream())
        .filter(each -> each.summary().address().equals(unit.address()));
  }

  private Optional<Found> read(long offset) {
    return records
        .read(offset)
        .flatMap(
            record ->
                StoredSummary.parse(record.content())
                    .map(summary -> new Found(summary, record.sources())));
  }

  /** Stores summaries. Returns the number of those whose chunks the index still contains. */
  int append(Map<Unit, StoredSummary> summaries) {
    return summaries.isEmpty()
        ? 0
        : records.append(
            summaries.entrySet().stream()
                .map(each -> new DerivedRecord(each.getKey().sources(), each.getValue().toJson()))
                .toList());
  }
}
