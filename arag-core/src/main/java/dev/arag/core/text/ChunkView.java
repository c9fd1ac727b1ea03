package dev.arag.core.text;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A chunk, or one of its sections, as plain values, for JSON. The components are the fields that
 * {@code arag read --json} writes.
 *
 * @param id the id of the chunk
 * @param document the id of the document
 * @param heading the titles of the sections of the document that contain the text or, for a whole
 *     chunk, its first sentence; outermost first
 * @param page the page on which the text begins; null if the document has no pages
 * @param previous the id of the previous chunk of the document; null for the first chunk
 * @param next the id of the next chunk of the document; null for the last chunk
 * @param language the language of the document; null if unknown
 * @param section the id of the section; null if the text is that of the whole chunk
 * @param table the {@linkplain TableHeader#line() header} of the table that the section shows or
 *     continues, which may be empty; null if the section is not a table, or for a whole chunk
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
    @Nullable String language,
    @Nullable String section,
    @Nullable String table) {
  static ChunkView of(Chunk chunk) {
    Location location = chunk.location();
    return of(chunk, location.heading(), location.page(), chunk.text(), null, null);
  }

  static ChunkView of(Chunk chunk, Section section) {
    OptionalInt page = chunk.pageAt(section.offset());
    String table = section.table().map(TableHeader::line).orElse(null);
    return of(chunk, section.heading(), page, section.text(), section.id().toString(), table);
  }

  private static ChunkView of(
      Chunk chunk,
      List<String> heading,
      OptionalInt page,
      String text,
      @Nullable String section,
      @Nullable String table) {
    return new ChunkView(
        chunk.id().value(),
        chunk.location().documentId(),
        chunk.location().title(),
        heading,
        page.isPresent() ? page.getAsInt() : null,
        text,
        value(chunk.previous()),
        value(chunk.next()),
        chunk.location().language().orElse(null),
        section,
        table);
  }

  private static @Nullable String value(@Nullable ChunkId id) {
    return id == null ? null : id.value();
  }
}
