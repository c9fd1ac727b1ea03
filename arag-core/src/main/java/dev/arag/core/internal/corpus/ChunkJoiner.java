package dev.arag.core.internal.corpus;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Joins the chunks of a document to its text. */
public final class ChunkJoiner {
  private ChunkJoiner() {}

  /**
   * Returns the document that consists of these chunks; empty if there are no chunks or if a chunk
   * of the document is missing.
   *
   * @param chunks chunks of one document in text order
   */
  public static Optional<Document> join(List<Chunk> chunks) {
    if (chunks.isEmpty() || !isComplete(chunks)) {
      return Optional.empty();
    }
    Location first = chunks.get(0).location();
    String titled = chunks.stream().map(Chunk::text).collect(Collectors.joining());
    String text = titled.substring(-first.offset());
    Document.Builder document = Document.builder(first.documentId(), text);
    if (!first.title().equals(first.documentId())) {
      document.title(first.title());
    }
    first.metadata().forEach(document::metadata);
    addPages(chunks, document);
    addTables(chunks, text, document);
    return Optional.of(document.build());
  }

  private static boolean isComplete(List<Chunk> chunks) {
    Chunk first = chunks.get(0);
    int end = first.location().offset();
    if (first.previous() != null || end > 0) {
      return false;
    }
    for (Chunk chunk : chunks) {
      if (chunk.location().offset() != end) {
        return false;
      }
      end += chunk.text().length();
    }
    return end >= 0 && chunks.get(chunks.size() - 1).next() == null;
  }

  /** A chunk does not record whether its first page begins with it or before it. */
  private static void addPages(List<Chunk> chunks, Document.Builder document) {
    int last = 0;
    for (Chunk chunk : chunks) {
      int page = chunk.location().page().orElse(last);
      if (page != last) {
        document.page(Math.max(0, chunk.location().offset()), page);
        last = page;
      }
      for (Document.Page start : chunk.pageStarts()) {
        document.page(start.offset(), start.number());
        last = start.number();
      }
    }
  }

  private static void addTables(List<Chunk> chunks, String text, Document.Builder document) {
    tableEnds(chunks)
        .forEach(
            (header, last) -> {
              int end = Math.max(header.end(), lineEnd(text, last));
              document.table(new Document.Table(header.offset(), header.end(), end));
            });
  }

  /** Returns the end of the last sentence of each table, in the order of the chunks. */
  public static Map<TableHeader, Integer> tableEnds(List<Chunk> chunks) {
    Map<TableHeader, Integer> ends = new LinkedHashMap<>();
    for (Chunk chunk : chunks) {
      for (Sentence sentence : chunk.sentences()) {
        if (sentence.table() != null) {
          ends.merge(sentence.table(), sentence.end(), Math::max);
        }
      }
    }
    return ends;
  }

  /** Returns the offset after the line break that follows a row. */
  private static int lineEnd(String text, int rowEnd) {
    int end = rowEnd;
    while (end < text.length() && CharacterClass.isWhiteSpace(text.charAt(end))) {
      char unit = text.charAt(end++);
      if (CharacterClass.isLineBreak(unit)) {
        return unit == '\r' && text.startsWith("\n", end) ? end + 1 : end;
      }
    }
    return rowEnd;
  }
}
