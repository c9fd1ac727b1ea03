package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.spi.split.Splitter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The ids of the documents that a sync has added, but that its store cannot find yet because they
 * are not written. With these ids and those that the store finds, a sync decides whether a document
 * can be added, so that no two documents have the same id, and a chunk id never identifies two
 * texts. Not thread-safe.
 */
public final class AddedIds {
  private final Map<String, String> sourceOfDocument = new HashMap<>();
  private final Map<String, String> documentOfChunk = new HashMap<>();
  private final Map<String, String> keyOfShortKey = new HashMap<>();

  /** Creates an object without ids. */
  public AddedIds() {}

  /** A document that uses an id, and the name of its source. */
  public record Holder(String documentId, String source) {
    public Holder {
      requireNonNull(documentId, "documentId");
      requireNonNull(source, "source");
    }
  }

  /**
   * Adds the ids of a document.
   *
   * @param source the name of its source
   */
  public void add(ChunkedDocument document, String source) {
    String id = requireNonNull(document, "document").document().id();
    sourceOfDocument.put(id, requireNonNull(source, "source"));
    document.chunks().forEach(chunk -> documentOfChunk.put(chunk.id().value(), id));
    String key = document.key();
    if (key != null) {
      keyOfShortKey.put(shortKey(key), key);
    }
  }

  /** Removes all ids, because the store now finds the documents. */
  public void clear() {
    sourceOfDocument.clear();
    documentOfChunk.clear();
    keyOfShortKey.clear();
  }

  /** Returns the number of ids, both of documents and of chunks. */
  public int size() {
    return sourceOfDocument.size() + documentOfChunk.size();
  }

  /**
   * Returns the document, or its copy {@link ChunkedDocument#withWholeKey} if another document has
   * or had chunk ids that begin like those of this one. Ids that the caller supplied do not change.
   *
   * @param isStoredKeyTaken receives the key of the document; returns whether another document of
   *     the store has, or ever had, chunk ids that begin with its first {@value
   *     Splitter#SHORT_KEY_LENGTH} characters
   */
  public ChunkedDocument withUnusedIds(
      ChunkedDocument document, Predicate<String> isStoredKeyTaken) {
    requireNonNull(isStoredKeyTaken, "isStoredKeyTaken");
    String key = requireNonNull(document, "document").key();
    if (key == null) {
      return document;
    }
    String added = keyOfShortKey.get(shortKey(key));
    boolean isTaken = (added != null && !added.equals(key)) || isStoredKeyTaken.test(key);
    return isTaken ? document.withWholeKey() : document;
  }

  private static String shortKey(String key) {
    return key.substring(0, Splitter.SHORT_KEY_LENGTH);
  }

  /**
   * Returns the reason why a document cannot be added whose id is in use.
   *
   * @param holder the name of the source of the document that uses the id
   * @param source the name of the source of the document to add
   */
  private static String usedDocumentId(String holder, String source) {
    String reason = "the source " + holder + " already contains a document with this id";
    return holder.equals(source)
        ? reason + "; give one of them a different id"
        : reason
            + "; the source "
            + source
            + " cannot replace it; give one of them a different id, or delete the stored document if"
            + " it moved to this source";
  }

  /**
   * Returns the reason why a document cannot be added; empty if it can be added.
   *
   * @param source the name of its source
   * @param usedBy returns the name of the source of the stored document that uses the id of this
   *     document; empty if this document can be added or can replace the stored one
   * @param stored returns the stored document, other than this one, that has a chunk with an id;
   *     empty if there is none
   */
  public Optional<String> conflict(
      ChunkedDocument document,
      String source,
      Supplier<Optional<String>> usedBy,
      Function<ChunkId, Optional<Holder>> stored) {
    requireNonNull(usedBy, "usedBy");
    requireNonNull(stored, "stored");
    String id = requireNonNull(document, "document").document().id();
    Holder self = new Holder(id, source);
    Optional<String> holderOfId = Optional.ofNullable(sourceOfDocument.get(id)).or(usedBy);
    if (holderOfId.isPresent()) {
      return holderOfId.map(holder -> usedDocumentId(holder, source));
    }
    // Strings are comparable, so a set finds them fast even if all have the same hash code.
    Set<String> own = new HashSet<>();
    for (Chunk chunk : document.chunks()) {
      if (LoneSurrogates.isIn(chunk.text())) {
        return Optional.of(
            "the chunk " + chunk.id() + " contains a lone surrogate (half of a character)");
      }
      Optional<Holder> holder =
          own.add(chunk.id().value())
              ? added(chunk.id()).or(() -> stored.apply(chunk.id()))
              : Optional.of(self);
      if (holder.isPresent()) {
        return holder.map(
            other ->
                "its chunk id %s is already used by a chunk of %s (source %s)"
                    .formatted(chunk.id(), other.documentId(), other.source()));
      }
    }
    return Optional.empty();
  }

  private Optional<Holder> added(ChunkId chunk) {
    String document = documentOfChunk.get(chunk.value());
    return document == null
        ? Optional.empty()
        : Optional.of(new Holder(document, sourceOfDocument.getOrDefault(document, "")));
  }
}
