package dev.arag.core.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chunk as plain values, for JSON. The components are the fields that {@code arag read --json}
 * writes for a chunk.
 *
 * @param document the id of the document
 * @param heading the titles of the sections that contain the first sentence, outermost first
 * @param page the page on which the chunk begins; null if the document has no pages
 * @param previous the id of the previous chunk of the document; null for the first chunk
 * @param next the id of the next chunk of the document; null for the last chunk
 * @param language the language of the document; null if unknown
 */
public record ChunkView(
    String id,
    String document,
    String title,
    List<String> heading,
    @Nullable Integer page,
    String text,
    @Nullable String previous,
    @Nullable String next,
    @Nullable String language) {
  static ChunkView of(Chunk chunk) {
    Location location = chunk.location();
    return new ChunkView(
        chunk.id().value(),
        location.documentId(),
        location.title(),
        location.heading(),
        location.page().isPresent() ? location.page().getAsInt() : null,
        chunk.text(),
        value(chunk.previous()),
        value(chunk.next()),
        location.language().orElse(null));
  }

  private static @Nullable String value(@Nullable ChunkId id) {
    return id == null ? null : id.value();
  }
}
