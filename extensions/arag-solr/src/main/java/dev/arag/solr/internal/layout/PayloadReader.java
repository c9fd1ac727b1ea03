package dev.arag.solr.internal.layout;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the bytes that {@link PayloadWriter} wrote. Not thread-safe. */
final class PayloadReader {
  private final ByteBuffer in;

  private PayloadReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /**
   * @param collection the name of the collection, for messages
   */
  static Chunk chunk(byte[] bytes, String collection) {
    return read(bytes, collection, PayloadReader::chunk);
  }

  /**
   * @param collection the name of the collection, for messages
   */
  static DocumentSummary document(byte[] bytes, String collection) {
    return read(bytes, collection, PayloadReader::document);
  }

  private static <T> T read(byte[] bytes, String collection, Function<PayloadReader, T> content) {
    try {
      PayloadReader reader = new PayloadReader(bytes);
      int format = reader.in.get();
      if (format != PayloadWriter.FORMAT) {
        throw new CorpusException(
            "The Solr collection "
                + collection
                + " contains a record of the unknown format "
                + format
                + ". Use the version of the library that wrote it.");
      }
      return content.apply(reader);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new CorpusException(
          "The Solr collection "
              + collection
              + " contains a corrupt record. Restore a backup, or sync the documents into a new"
              + " collection.");
    }
  }

  private DocumentSummary document() {
    return new DocumentSummary(text(), text(), text(), metadata(), in.getLong(), in.getInt());
  }

  private @Nullable Integer page() {
    int page = in.getInt();
    return page == 0 ? null : page;
  }

  private Chunk chunk() {
    ChunkId id = ChunkId.of(text());
    Location location =
        Location.builder(text())
            .title(text())
            .heading(texts())
            .page(page())
            .ordinal(in.getInt())
            .offset(in.getInt())
            .metadata(metadata())
            .build();
    String text = text();
    int tokens = in.getInt();
    ChunkId previous = optional();
    ChunkId next = optional();
    List<Document.Page> pages = new ArrayList<>();
    for (int left = count(); left > 0; left--) {
      pages.add(new Document.Page(in.getInt(), in.getInt()));
    }
    List<Sentence> sentences = sentences(text, location.offset());
    addTables(sentences);
    return new Chunk(id, location, text, sentences, tokens, previous, next, pages);
  }

  private List<Sentence> sentences(String text, int offsetOfText) {
    List<Sentence> sentences = new ArrayList<>();
    List<String> heading = List.of();
    for (int left = count(); left > 0; left--) {
      int offset = in.getInt();
      int start = offset - offsetOfText;
      int length = in.getInt();
      int flags = in.get();
      heading = (flags & 2) != 0 ? heading : texts();
      sentences.add(
          new Sentence(text.substring(start, start + length), offset, heading, (flags & 1) != 0));
    }
    return sentences;
  }

  /** Chunks that older versions wrote have no tables. */
  private void addTables(List<Sentence> sentences) {
    while (in.hasRemaining()) {
      int first = in.getInt();
      int end = in.getInt();
      TableHeader table = new TableHeader(in.getInt(), text());
      for (int i = first; i < end; i++) {
        Sentence row = sentences.get(i);
        sentences.set(
            i, new Sentence(row.text(), row.offset(), row.heading(), row.isHeading(), table));
      }
    }
  }

  private Map<String, Object> metadata() {
    Map<String, Object> metadata = new TreeMap<>();
    for (int left = count(); left > 0; left--) {
      metadata.put(text(), value());
    }
    return metadata;
  }

  private Object value() {
    return switch (in.get()) {
      case 's' -> text();
      case 'l' -> in.getLong();
      case 'd' -> in.getDouble();
      case 'b' -> in.get() != 0;
      default -> texts();
    };
  }

  private @Nullable ChunkId optional() {
    return in.get() == 0 ? null : ChunkId.of(text());
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int left = count(); left > 0; left--) {
      texts.add(text());
    }
    return texts;
  }

  private String text() {
    byte[] utf8 = new byte[count()];
    in.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** A corrupt count must not allocate more than the bytes that are left. */
  private int count() {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw new BufferUnderflowException();
    }
    return count;
  }
}
