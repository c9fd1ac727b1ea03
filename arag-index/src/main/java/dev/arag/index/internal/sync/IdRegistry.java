package dev.arag.index.internal.sync;

import dev.arag.core.text.ChunkId;
import dev.arag.index.ChunkedDocument;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.sync.AddedIds;
import java.util.Optional;

/** The ids of the stored documents and of the documents that a sync adds. Not thread-safe. */
final class IdRegistry {
  /** The maximum number of document and chunk ids that are kept on the heap. */
  private static final int MAX_IDS = 1 << 15;

  private final IndexTransaction transaction;
  private final VisitedDocuments visited;
  private final AddedIds added = new AddedIds();

  IdRegistry(IndexTransaction transaction, VisitedDocuments visited) {
    this.transaction = transaction;
    this.visited = visited;
  }

  /** See {@link AddedIds#withUnusedIds}. */
  ChunkedDocument withUnusedIds(ChunkedDocument document) {
    return added.withUnusedIds(
        document,
        key ->
            transaction.published().segments().stream()
                .anyMatch(segment -> segment.chunks().isKeyTaken(key)));
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
    return added
        .sourceOf(id)
        .or(
            () ->
                stored
                    .filter(ref -> visited.contains(ref) || !ref.source().equals(source))
                    .map(DocumentRef::source))
        .map(holder -> AddedIds.usedDocumentId(holder, source))
        .or(() -> added.conflict(chunked, source, chunk -> otherHolder(chunk, id)));
  }

  private Optional<AddedIds.Holder> otherHolder(ChunkId chunk, String documentId) {
    return transaction
        .findHolder(chunk)
        .filter(ref -> !ref.id().equals(documentId))
        .map(ref -> new AddedIds.Holder(ref.id(), ref.source()));
  }

  void add(ChunkedDocument chunked, String source) {
    added.add(chunked, source);
  }

  /** Returns whether the added documents should be committed. */
  boolean isFull() {
    return added.size() >= MAX_IDS;
  }

  /** Removes the added documents, because they are committed and visited. */
  void clear() {
    added.clear();
  }
}
