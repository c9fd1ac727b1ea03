package dev.arag.core.server;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a row in which a {@link MapServer} stores a chunk. */
final class ChunkFields {
  private ChunkFields() {}

  static Map<String, Object> of(Chunk chunk) {
    Location location = chunk.location();
    Map<String, Object> row = new HashMap<>();
    row.put("chunk", chunk.id().value());
    row.put("document", location.documentId());
    row.put("title", location.title());
    row.put("heading", location.heading());
    location.page().ifPresent(page -> row.put("page", page));
    row.put("ordinal", location.ordinal());
    row.put("offset", location.offset());
    row.put("metadata", location.metadata());
    row.put("text", chunk.text());
    row.put("sentences", chunk.sentences().stream().map(ChunkFields::of).toList());
    row.put("tokens", chunk.tokens());
    putIfPresent(row, "previous", chunk.previous() == null ? null : chunk.previous().value());
    putIfPresent(row, "next", chunk.next() == null ? null : chunk.next().value());
    row.put(
        "pages",
        chunk.pageStarts().stream().map(page -> List.of(page.offset(), page.number())).toList());
    return row;
  }

  private static Map<String, Object> of(Sentence sentence) {
    Map<String, Object> stored = new HashMap<>();
    stored.put("text", sentence.text());
    stored.put("offset", sentence.offset());
    stored.put("heading", sentence.heading());
    stored.put("isHeading", sentence.isHeading());
    TableHeader table = sentence.table();
    if (table != null) {
      stored.put("table", table.offset());
      stored.put("header", table.text());
    }
    return stored;
  }

  private static void putIfPresent(Map<String, Object> row, String field, @Nullable String value) {
    if (value != null) {
      row.put(field, value);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T get(Map<String, Object> row, String field) {
    return (T) row.get(field);
  }

  static Chunk read(Map<String, Object> row) {
    Location location =
        Location.builder(get(row, "document"))
            .title(get(row, "title"))
            .heading(get(row, "heading"))
            .page(ChunkFields.<Integer>get(row, "page"))
            .ordinal(ChunkFields.<Integer>get(row, "ordinal"))
            .offset(ChunkFields.<Integer>get(row, "offset"))
            .metadata(get(row, "metadata"))
            .build();
    List<Map<String, Object>> sentences = get(row, "sentences");
    List<List<Integer>> pages = get(row, "pages");
    return new Chunk(
        ChunkId.of(get(row, "chunk")),
        location,
        get(row, "text"),
        sentences.stream().map(ChunkFields::sentence).toList(),
        ChunkFields.<Integer>get(row, "tokens"),
        id(get(row, "previous")),
        id(get(row, "next")),
        pages.stream().map(page -> new Document.Page(page.get(0), page.get(1))).toList());
  }

  private static @Nullable ChunkId id(@Nullable String value) {
    return value == null ? null : ChunkId.of(value);
  }

  private static Sentence sentence(Map<String, Object> stored) {
    return new Sentence(
        get(stored, "text"),
        ChunkFields.<Integer>get(stored, "offset"),
        get(stored, "heading"),
        ChunkFields.<Boolean>get(stored, "isHeading"),
        stored.containsKey("table")
            ? new TableHeader(ChunkFields.<Integer>get(stored, "table"), get(stored, "header"))
            : null);
  }
}
