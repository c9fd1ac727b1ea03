package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.spi.split.Splitter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document of a source, split into chunks and ready to be stored.
 *
 * @param document the document to store. Its text contains no lone surrogates. Its metadata
 *     includes the metadata of the source and, if known, the document's language under {@link
 *     dev.arag.index.spi.split.Splitter#LANGUAGE}
 * @param chunks the chunks in text order; empty if the text is empty and there is no title. The
 *     metadata in their locations does not include a detected language
 * @param key the {@value Splitter#KEY_LENGTH} characters with whose start the chunk ids begin; null
 *     if the chunks are predefined or there are no chunks
 * @param contentHash the SHA-256 hash of everything that determines the stored document, as 64
 *     lower-case hexadecimal digits
 * @param warnings problems found in the text, one sentence each, without the document's id
 */
public record ChunkedDocument(
    Document document,
    List<Chunk> chunks,
    @Nullable String key,
    String contentHash,
    List<String> warnings) {
  public ChunkedDocument {
    requireNonNull(document, "document");
    requireNonNull(chunks, "chunks");
    requireNonNull(contentHash, "contentHash");
    requireNonNull(warnings, "warnings");
    chunks = List.copyOf(chunks);
    warnings = List.copyOf(warnings);
  }

  /**
   * Returns this document with chunk ids that begin with the whole key, not only with its first
   * {@value Splitter#SHORT_KEY_LENGTH} characters. A chunk id must never identify two texts, so a
   * store calls this if another document has, or ever had, chunk ids that begin with these
   * characters.
   *
   * @throws IllegalStateException if the document has no key
   */
  public ChunkedDocument withWholeKey() {
    String key = this.key;
    if (key == null) {
      throw new IllegalStateException("The document " + document.id() + " has no key.");
    }
    List<Chunk> renamed =
        chunks.stream()
            .map(
                chunk ->
                    new Chunk(
                        withKey(key, chunk.id()),
                        chunk.location(),
                        chunk.text(),
                        chunk.sentences(),
                        chunk.tokens(),
                        withKeyOrNull(key, chunk.previous()),
                        withKeyOrNull(key, chunk.next()),
                        chunk.pageStarts()))
            .toList();
    return new ChunkedDocument(document, renamed, key, contentHash, warnings);
  }

  private static @Nullable ChunkId withKeyOrNull(String key, @Nullable ChunkId id) {
    return id == null ? null : withKey(key, id);
  }

  private static ChunkId withKey(String key, ChunkId id) {
    return ChunkId.of(key + id.value().substring(id.value().indexOf('#')));
  }
}
