package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.split.Splitter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the stored documents and of the documents that a sync adds. Ensures that no two
 * documents have the same id, and that a chunk id never identifies two texts. Not thread-safe.
 */
final class IdRegistry {
  /** The maximum number of document and chunk ids that are kept on the heap. */
  private static final int MAX_IDS = 1 << 15;

  private final IndexTransaction transaction;
  private final VisitedDocuments visited;

  // The ids of the documents that were added since the last commit.
  private final Map<String, String> sourceOfDocument = new HashMap<>();
  private final Map<String, String> documentOfChunk = new HashMap<>();
  private final Map<String, String> keyOfShortKey = new HashMap<>();

  IdRegistry(IndexTransaction transaction, VisitedDocuments visited) {
    this.transaction = transaction;
    this.visited = visited;
  }

  /**
   * Returns a document with chunk ids that no other document has or ever had, unless the ids were
   * supplied by the caller.
   */
  ChunkedDocument withUnusedIds(ChunkedDocument document) {
    String key = document.key();
    return !key.isEmpty() && isKeyTaken(key) ? document.withWholeKey() : document;
  }

  /**
   * Returns whether another document has, or ever had, chunk ids that begin with the short form of
   * this key.
   */
  private boolean isKeyTaken(String key) {
    String added = keyOfShortKey.get(shortKey(key));
    return (added != null && !added.equals(key))
        || transaction.published().segments().stream()
            .anyMatch(segment -> segment.chunks().isKeyTaken(key));
  }

  private static String shortKey(String key) {
    return key.substring(0, Splitter.SHORT_KEY_LENGTH);
  }

  /**
   * Returns the reason why a document cannot be added; empty if it can be added. Its id cannot be
   * used if this sync has already visited a document with the same id, or if the stored document
   * with the same id comes from another source.
   *
   * @param source the name of the source of the document
   * @param stored the stored document with the same id
   */
  Optional<String> conflict(ChunkedDocument chunked, String source, Optional<DocumentRef> stored) {
    String id = chunked.document().id();
    Optional<String> holder =
        Optional.ofNullable(sourceOfDocument.get(id))
            .or(
                () ->
                    stored
                        .filter(ref -> visited.contains(ref) || !ref.source().equals(source))
                        .map(DocumentRef::source));
    return holder.isPresent()
        ? holder.map(other -> describeHolder(other, source))
        : chunkConflict(chunked, source);
  }

  private static String describeHolder(String holder, String source) {
    String reason = "the source " + holder + " already contains a document with this id";
    return holder.equals(source)
        ? reason
        : reason + "; the source " + source + " cannot replace it";
  }

  private Optional<String> chunkConflict(ChunkedDocument chunked, String source) {
    String documentId = chunked.document().id();
    // Strings are comparable, so a set finds them fast even if all have the same hash code.
    Set<String> own = new HashSet<>();
    for (Chunk chunk : chunked.chunks()) {
      if (RecordWriter.hasLoneSurrogate(chunk.text())) {
        return Optional.of("the chunk " + chunk.id() + " contains a lone surrogate");
      }
      String holder =
          own.add(chunk.id().value())
              ? holder(chunk.id(), documentId)
              : describe(documentId, source);
      if (holder != null) {
        return Optional.of(
            "its chunk id " + chunk.id() + " is already used by a chunk of " + holder);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a description of another document that has a chunk with this id; null if there is none.
   */
  private @Nullable String holder(ChunkId chunk, String documentId) {
    String added = documentOfChunk.get(chunk.value());
    if (added != null) {
      return describe(added, sourceOfDocument.getOrDefault(added, ""));
    }
    return transaction
        .findHolder(chunk)
        .filter(ref -> !ref.id().equals(documentId))
        .map(ref -> describe(ref.id(), ref.source()))
        .orElse(null);
  }

  private static String describe(String documentId, String source) {
    return documentId + " (source " + source + ")";
  }

  void add(ChunkedDocument chunked, String source) {
    String documentId = chunked.document().id();
    sourceOfDocument.put(documentId, source);
    chunked.chunks().forEach(chunk -> documentOfChunk.put(chunk.id().value(), documentId));
    if (!chunked.key().isEmpty()) {
      keyOfShortKey.put(shortKey(chunked.key()), chunked.key());
    }
  }

  /** Returns whether the added documents should be committed. */
  boolean isFull() {
    return sourceOfDocument.size() + documentOfChunk.size() >= MAX_IDS;
  }

  /**
   * Removes the added documents, because they are committed and {@linkplain VisitedDocuments
   * visited}.
   */
  void clear() {
    sourceOfDocument.clear();
    documentOfChunk.clear();
    keyOfShortKey.clear();
  }
}
