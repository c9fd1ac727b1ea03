package dev.arag.knowledge.internal.summary;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.error.AragException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.summary.SummaryStore.Found;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The summaries that may be used in one corpus and its scope. A summary is used if the texts of all
 * its chunks are in the corpus. A summary of an earlier version of a document is used if at least
 * 90 % of its texts are unchanged, the index has no rights, and the corpus contains the whole
 * document, so that what it had contained before was in scope, too. No other summary is made from
 * it. The quotes of each summary are compared with the chunks again; a summary without a quote is
 * not used. Not thread-safe.
 */
final class KnownSummaries {
  private static final double MIN_UNCHANGED = 0.9;

  private final Catalogue corpus;
  private final Supplier<? extends Catalogue> whole;
  private final SummaryStore store;
  private final String onlyKey;
  private final Map<Unit, Optional<Note>> notes = new HashMap<>();
  private final Set<Unit> earlier = new HashSet<>();

  /**
   * @param corpus a snapshot in its scope
   * @param whole returns the corpus without a scope
   * @param onlyKey the {@link Summarizer#key} of the summaries, of which those of earlier versions
   *     are not used; empty for all summaries
   */
  KnownSummaries(
      Catalogue corpus, Supplier<? extends Catalogue> whole, SummaryStore store, String onlyKey) {
    this.corpus = corpus;
    this.whole = whole;
    this.store = store;
    this.onlyKey = onlyKey;
  }

  /** Returns the summary of a part with its quotes; empty if there is none that may be used. */
  Optional<Note> find(Unit unit) {
    Optional<Note> known = notes.get(unit);
    if (known == null) {
      known = store.read(unit).filter(this::hasKey).flatMap(each -> note(unit, each));
      if (known.isEmpty() && onlyKey.isEmpty()) {
        known =
            store
                .readEarlier(unit)
                .filter(each -> isNear(unit, each))
                .flatMap(each -> note(unit, each).stream())
                .findFirst();
        known.ifPresent(each -> earlier.add(unit));
      }
      notes.put(unit, known);
    }
    return known;
  }

  /** Whether a part has a summary of its texts as they are now. */
  private boolean isCurrent(Unit unit) {
    return find(unit).isPresent() && !earlier.contains(unit);
  }

  private boolean hasKey(Found found) {
    return onlyKey.isEmpty() || found.summary().key().equals(onlyKey);
  }

  /** Returns the number of times that a model was asked for a summary in vain. */
  int tries(Unit unit, String key) {
    return store
        .find(unit)
        .filter(each -> each.key().equals(key) && each.state() != State.DONE)
        .map(SummaryStore.Place::tries)
        .orElse(0);
  }

  /** Returns the number of parts whose summary is of an earlier version. */
  int countEarlier(Collection<Unit> units) {
    return (int)
        units.stream().filter(each -> find(each).isPresent() && earlier.contains(each)).count();
  }

  /** Returns the summaries of the parts that have one. */
  List<DerivedText.Item> items(List<Unit> units) {
    List<DerivedText.Item> items = new ArrayList<>();
    for (Unit unit : units) {
      find(unit).ifPresent(note -> items.add(new DerivedText.Item(unit.title(), note)));
    }
    return items;
  }

  /** Returns the summaries from which that of a part is made. */
  List<DerivedText.Item> itemsOfChildren(Unit unit) {
    return items(unit.children().stream().filter(this::isCurrent).toList());
  }

  private static Set<String> hashes(List<Source> sources) {
    return sources.stream().map(Source::hash).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private boolean isNear(Unit unit, Found found) {
    Set<String> now = hashes(unit.sources());
    Set<String> then = hashes(found.sources());
    long unchanged = then.stream().filter(now::contains).count();
    return unchanged >= MIN_UNCHANGED * Math.max(now.size(), then.size())
        && (unchanged == then.size() || (!corpus.hasRights() && containsDocument(unit.document())));
  }

  /** Whether the corpus contains all chunks of a document. */
  private boolean containsDocument(String document) {
    return !document.isEmpty()
        && ids(corpus.chunksOf(document)).equals(ids(whole.get().chunksOf(document)));
  }

  private static List<ChunkId> ids(List<Chunk> chunks) {
    return chunks.stream().map(Chunk::id).toList();
  }

  private Optional<Note> note(Unit unit, Found found) {
    Map<String, ChunkId> byHash = new HashMap<>();
    unit.sources().forEach(each -> byHash.putIfAbsent(each.hash(), each.chunk()));
    List<Note.Quote> quotes = new ArrayList<>();
    for (StoredSummary.Quote quote : found.summary().quotes()) {
      Optional.of(quote.source())
          .filter(each -> each >= 0 && each < found.sources().size())
          .map(each -> byHash.get(found.sources().get(each).hash()))
          .flatMap(corpus::read)
          .filter(chunk -> !DerivedText.sentences(quote.text(), chunk).isEmpty())
          .ifPresent(chunk -> quotes.add(new Note.Quote(chunk.id(), quote.text())));
    }
    return quotes.isEmpty()
        ? Optional.empty()
        : Optional.of(new Note(found.summary().text(), quotes));
  }

  /** Adds a summary that is perhaps not stored. */
  void put(Unit unit, StoredSummary summary) {
    notes.put(unit, note(unit, new Found(summary, unit.sources())));
    earlier.remove(unit);
  }

  /** Forgets which parts have no summary, because the store has changed. */
  void refresh() {
    store.refresh();
    notes.values().removeIf(Optional::isEmpty);
  }

  /**
   * Returns the parts whose summaries can be made next, so that given parts get one: first those
   * that are made from chunks. Of several parts with the same texts, the first one is returned.
   *
   * @param isTried whether a part is not to be tried again
   */
  List<Unit> next(Collection<Unit> wanted, Predicate<Unit> isTried) {
    Map<String, Unit> next = new LinkedHashMap<>();
    wanted.stream()
        .filter(unit -> find(unit).isEmpty())
        .forEach(unit -> addNext(unit, isTried, next));
    return List.copyOf(next.values());
  }

  private void addNext(Unit unit, Predicate<Unit> isTried, Map<String, Unit> next) {
    if (isTried.test(unit) || isCurrent(unit)) {
      return;
    }
    int before = next.size();
    unit.children().forEach(child -> addNext(child, isTried, next));
    boolean waits =
        next.size() > before
            || unit.children().stream().anyMatch(child -> next.containsKey(child.content()));
    if (!waits && hasChildren(unit)) {
      next.putIfAbsent(unit.content(), unit);
    }
  }

  private boolean hasChildren(Unit unit) {
    long known = unit.children().stream().filter(this::isCurrent).count();
    return known >= MIN_UNCHANGED * unit.children().size();
  }

  /**
   * Makes missing summaries within the budget of a run, and stores them.
   *
   * @param wanted the parts, the most important first
   * @param maxCalls the maximum number of summaries to make
   * @param later the number of calls that the run needs afterwards
   */
  void make(RunContext run, Summarizer summarizer, List<Unit> wanted, int maxCalls, int later) {
    Set<Unit> tried = new HashSet<>();
    while (tried.size() < maxCalls) {
      List<Unit> next = next(wanted, tried::contains);
      next = next.subList(0, Math.min(next.size(), maxCalls - tried.size()));
      while (!next.isEmpty() && !run.affords(next.size() + later)) {
        next = next.subList(0, next.size() - 1);
      }
      if (next.isEmpty()) {
        return;
      }
      tried.addAll(next);
      Map<Unit, StoredSummary> made = new LinkedHashMap<>(summarize(run, summarizer, next));
      made.values().removeIf(each -> each.state() != State.DONE);
      store(run, made);
      made.forEach(this::put);
    }
  }

  private Map<Unit, StoredSummary> summarize(
      RunContext run, Summarizer summarizer, List<Unit> units) {
    try {
      return summarizer.summarize(run, units, this);
    } catch (ModelException e) {
      requireNotCancelled(e);
      return Map.of();
    }
  }

  static void requireNotCancelled(ModelException failure) {
    if (failure.type().equals("cancelled") || Thread.currentThread().isInterrupted()) {
      throw failure;
    }
  }

  private void store(RunContext run, Map<Unit, StoredSummary> made) {
    try {
      int unused = store.append(made);
      refresh();
    } catch (AragException e) {
      run.warn("The summaries could not be stored: " + e.getMessage());
    }
  }
}
