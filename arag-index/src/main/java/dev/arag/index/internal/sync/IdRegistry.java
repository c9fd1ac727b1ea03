package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.file.RecordWriter;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the ids of new documents for conflicts with stored documents and with the current batch.
 * Not thread-safe.
 */
final class IdRegistry {
  private final IndexTransaction transaction;
  private final VisitedDocuments visited;

  IdRegistry(IndexTransaction transaction, VisitedDocuments visited) {
    this.transaction = transaction;
    this.visited = visited;
  }

  /**
   * Returns the reason why a document cannot be added; empty if its id can be used. The id cannot
   * be used if this sync has already visited a document with the same id, or if the stored document
   * with the same id comes from another source.
   *
   * @param source the name of the source of the document
   * @param stored the stored document with the same id
   */
  Optional<String> conflict(
      Document document, String source, Optional<DocumentRef> stored, Batch batch) {
    return batch
        .sourceOf(document.id())
        .or(
            () ->
                stored
                    .filter(ref -> visited.contains(ref) || !ref.source().equals(source))
                    .map(DocumentRef::source))
        .map(holder -> describeHolder(holder, source));
  }

  private static String describeHolder(String holder, String source) {
    String reason = "the source " + holder + " already contains a document with this id";
    return holder.equals(source)
        ? reason
        : reason + "; the source " + source + " cannot replace it";
  }

  /**
   * Returns whether another document has, or ever had, chunk ids that begin with the short form of
   * this key.
   */
  boolean isKeyTaken(String key, Batch batch) {
    return transaction.isKeyTaken(key) || batch.isKeyTaken(key);
  }

  /**
   * Returns the reason why the chunks of a document cannot be stored; empty if they can be stored.
   *
   * @param source the name of the source of the document
   */
  Optional<String> conflict(ChunkedDocument chunked, String source, Batch batch) {
    String documentId = chunked.document().id();
    // Strings are comparable, so a set finds them fast even if all have the same hash code.
    Set<String> own = new HashSet<>();
    for (Chunk chunk : chunked.chunks()) {
      if (RecordWriter.hasLoneSurrogate(chunk.text())) {
        return Optional.of("the chunk " + chunk.id() + " contains a lone surrogate");
      }
      String holder =
          own.add(chunk.id().value())
              ? holder(chunk.id(), documentId, batch)
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
  private @Nullable String holder(ChunkId chunk, String documentId, Batch batch) {
    String inBatch = batch.holder(chunk.value());
    if (inBatch != null) {
      return describe(inBatch, batch.sourceOf(inBatch).orElse(""));
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
}
