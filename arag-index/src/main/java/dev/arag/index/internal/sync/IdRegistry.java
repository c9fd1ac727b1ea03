package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.file.RecordWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which ids are taken, by what is stored or by the batch at hand. For one thread. */
final class IdRegistry {
  private final IndexTransaction draft;
  private final VisitedDocuments seen;

  IdRegistry(IndexTransaction draft, VisitedDocuments seen) {
    this.draft = draft;
    this.seen = seen;
  }

  /**
   * Why a document cannot be taken because of one that this sync brought before; empty if it can.
   *
   * @param stored what is stored under its id
   */
  Optional<String> clash(Document document, Optional<DocumentPlace> stored, Batch batch) {
    return batch
        .sourceOf(document.id())
        .or(() -> stored.filter(seen::contains).map(DocumentPlace::source))
        .map(source -> "a document with this id came from the source " + source + " already");
  }

  /** Whether another document has, or ever had, chunk ids that begin like those of this key. */
  boolean isKeyTaken(String key, Batch batch) {
    return draft.isKeyTaken(key) || batch.isKeyTaken(key);
  }

  /**
   * Why the chunks of a document cannot be stored; empty if they can.
   *
   * @param source the name of the document's source
   */
  Optional<String> clash(Document document, List<Chunk> chunks, String source, Batch batch) {
    Set<ChunkId> own = new HashSet<>();
    for (Chunk chunk : chunks) {
      if (RecordWriter.hasLoneSurrogate(chunk.text())) {
        return Optional.of("the chunk " + chunk.id() + " ends inside a character");
      }
      String holder =
          own.add(chunk.id())
              ? holder(chunk.id(), document.id(), batch)
              : named(document.id(), source);
      if (holder != null) {
        return Optional.of("its chunk id " + chunk.id() + " already names a chunk of " + holder);
      }
    }
    return Optional.empty();
  }

  /** Another document that has a chunk of this id; null if none has. */
  private @Nullable String holder(ChunkId chunk, String documentId, Batch batch) {
    String inBatch = batch.holder(chunk.value());
    if (inBatch != null) {
      return named(inBatch, batch.sourceOf(inBatch).orElse(""));
    }
    return draft
        .holder(chunk)
        .filter(place -> !place.id().equals(documentId))
        .map(place -> named(place.id(), place.source()))
        .orElse(null);
  }

  private static String named(String documentId, String source) {
    return documentId + " (source " + source + ")";
  }
}
