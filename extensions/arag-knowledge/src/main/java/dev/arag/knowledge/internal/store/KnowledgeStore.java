package dev.arag.knowledge.internal.store;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Usage;
import dev.arag.core.text.ChunkId;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.index.spi.derived.DerivedRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The entries of an index. The memory holds only where they are: by the chunk, by the key and the
 * text of the chunk, and by the entities of their facts and the words of these. The entries include
 * those of deleted chunks, so a caller must read each chunk from its corpus before it uses an
 * entry. Thread-safe.
 */
public final class KnowledgeStore {
  /** Starts the hashed texts of words, so that they differ from entities. */
  private static final String WORD = "\u0000";

  private final DerivedRecords records;
  private String file = "";
  private long end;
  private Map<ChunkId, Stored> byChunk = new HashMap<>();
  private Map<String, Stored> byText = new HashMap<>();
  private final List<ChunkId> chunks = new ArrayList<>();
  private KeyTable entities = new KeyTable();
  private long replies;
  private long outputTokens;
  private Usage usage = StoredUsage.NONE;

  /** The place of an entry, and what is often needed of it. */
  public record Stored(long offset, Entry.State state, int tries) {
    /** Whether a newer entry of the same chunk is to be used. A failure never hides facts. */
    private boolean isReplacedBy(Stored newer) {
      return newer.state.isFinished() || !state.isFinished();
    }
  }

  public KnowledgeStore(DerivedRecords records) {
    this.records = requireNonNull(records, "records");
  }

  /** Reads the records that were added since the last call. */
  public synchronized void refresh() {
    String newest = records.file();
    if (!newest.equals(file)) {
      file = newest;
      end = 0;
      byChunk = new HashMap<>();
      byText = new HashMap<>();
      chunks.clear();
      entities = new KeyTable();
      replies = 0;
      outputTokens = 0;
      usage = StoredUsage.NONE;
    }
    end = records.forEach(end, this::add);
  }

  private void add(long offset, DerivedRecord record) {
    Entry.parse(record.content()).ifPresent(entry -> add(offset, record.sources().get(0), entry));
  }

  private void add(long offset, Source source, Entry entry) {
    Stored stored = new Stored(offset, entry.state(), entry.tries());
    Stored known = byText.get(entry.key() + source.hash());
    if (known == null || known.tries() < entry.tries()) {
      // Otherwise, it is the copy of an entry for another chunk with the same text.
      usage = StoredUsage.sum(usage, entry.usage());
    }
    put(byText, entry.key() + source.hash(), stored);
    if (put(byChunk, source.chunk(), stored) && entry.state() == Entry.State.DONE) {
      int number = chunks.size();
      chunks.add(source.chunk());
      for (Fact fact : entry.facts()) {
        for (String entity : fact.entities()) {
          entities.add(entity, number);
          Words.of(entity).forEach(word -> entities.add(WORD + word, number));
        }
      }
    }
    if (entry.state().isFinished()) {
      replies++;
      outputTokens += entry.usage().outputTokens();
    }
  }

  private static <K> boolean put(Map<K, Stored> map, K key, Stored stored) {
    Stored known = map.get(key);
    if (known != null && !known.isReplacedBy(stored)) {
      return false;
    }
    map.put(key, stored);
    return true;
  }

  /** Returns the mean size of the replies so far; the fallback if there are fewer than 20. */
  public synchronized int meanOutputTokens(int fallback) {
    return replies < 20 ? fallback : (int) Math.ceil((double) outputTokens / replies);
  }

  /** Returns the usage of all requests for the stored entries. */
  public synchronized Usage usage() {
    return usage;
  }

  /** Returns what is known about a chunk. */
  public synchronized Optional<Stored> find(ChunkId chunk) {
    return Optional.ofNullable(byChunk.get(chunk));
  }

  /** Returns what is known about a text for a key, also if a deleted chunk had the text. */
  public synchronized Optional<Stored> find(String key, Source source) {
    return Optional.ofNullable(byText.get(key + source.hash()));
  }

  /** Returns the number of chunks with an entry, including deleted ones. */
  public synchronized int chunks() {
    return byChunk.size();
  }

  /** Returns the facts of a chunk; empty if none are known. */
  public List<Fact> facts(ChunkId chunk) {
    return read(chunk)
        .or(
            () -> {
              // The file may have been rewritten.
              refresh();
              return read(chunk);
            })
        .orElse(List.of());
  }

  /** Returns the facts of a chunk; empty if the record cannot be read. */
  private Optional<List<Fact>> read(ChunkId chunk) {
    Stored stored = find(chunk).orElse(null);
    return stored == null || stored.state() != Entry.State.DONE
        ? Optional.of(List.of())
        : read(stored)
            .filter(each -> each.sources().get(0).chunk().equals(chunk))
            .flatMap(each -> Entry.parse(each.content()))
            .map(Entry::facts);
  }

  private Optional<DerivedRecord> read(Stored stored) {
    return records.read(stored.offset());
  }

  /** Returns chunks, perhaps deleted ones, whose facts may name an entity. */
  public List<ChunkId> chunksWithEntity(String key) {
    return chunksWith(key);
  }

  /** Returns chunks, perhaps deleted ones, whose facts may name an entity with a word. */
  public List<ChunkId> chunksWithWord(String word) {
    return chunksWith(WORD + word);
  }

  private synchronized List<ChunkId> chunksWith(String text) {
    return entities.find(text).stream().map(chunks::get).distinct().toList();
  }

  /**
   * Stores an entry. The entry is durable afterwards.
   *
   * @return whether it was stored; false if the index does not contain the chunk any more
   */
  public boolean append(Source source, Entry entry) {
    return append(Map.of(source, entry)) > 0;
  }

  /** Stores entries. Returns the number of those whose chunks the index still contains. */
  public int append(Map<Source, Entry> entries) {
    return records.append(
        entries.entrySet().stream()
            .map(each -> new DerivedRecord(List.of(each.getKey()), each.getValue().toJson()))
            .toList());
  }

  /**
   * Stores entries of earlier chunks for new chunks with the same texts.
   *
   * @return the number of entries that were stored
   */
  public int copy(Map<Source, Stored> entries) {
    List<DerivedRecord> copies = new ArrayList<>();
    entries.forEach(
        (to, stored) ->
            read(stored)
                .filter(each -> each.sources().get(0).hash().equals(to.hash()))
                .ifPresent(each -> copies.add(new DerivedRecord(List.of(to), each.content()))));
    return copies.isEmpty() ? 0 : records.append(copies);
  }

  /** Removes the entries of deleted texts from the disk. */
  public void compact() {
    records.compact();
  }
}
