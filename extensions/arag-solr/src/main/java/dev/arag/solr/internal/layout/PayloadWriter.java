package dev.arag.solr.internal.layout;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes chunks and documents as bytes, which {@link PayloadReader} reads. Not thread-safe. */
final class PayloadWriter {
  static final int FORMAT = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  private PayloadWriter() {}

  /**
   * @param metadata the metadata of the document, which replaces that of the location of the chunk
   */
  static byte[] write(Chunk chunk, Map<String, Object> metadata) {
    PayloadWriter writer = new PayloadWriter();
    try {
      writer.chunk(chunk, metadata);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.bytes.toByteArray();
  }

  static byte[] write(DocumentSummary document) {
    PayloadWriter writer = new PayloadWriter();
    try {
      writer.document(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.bytes.toByteArray();
  }

  private void document(DocumentSummary document) throws IOException {
    out.writeByte(FORMAT);
    text(document.id());
    text(document.source());
    text(document.title());
    metadata(document.metadata());
    out.writeLong(document.characters());
    out.writeInt(document.chunks());
  }

  private void chunk(Chunk chunk, Map<String, Object> metadata) throws IOException {
    Location location = chunk.location();
    out.writeByte(FORMAT);
    text(chunk.id().value());
    text(location.documentId());
    text(location.title());
    texts(location.heading());
    out.writeInt(location.page().orElse(0));
    out.writeInt(location.ordinal());
    out.writeInt(location.offset());
    metadata(metadata);
    text(chunk.text());
    out.writeInt(chunk.tokens());
    optional(chunk.previous());
    optional(chunk.next());
    out.writeInt(chunk.pageStarts().size());
    for (Document.Page page : chunk.pageStarts()) {
      out.writeInt(page.offset());
      out.writeInt(page.number());
    }
    sentences(chunk.sentences());
    tables(chunk.sentences());
  }

  /** The text of a sentence is a part of the text of the chunk. */
  private void sentences(List<Sentence> sentences) throws IOException {
    out.writeInt(sentences.size());
    List<String> heading = List.of();
    for (Sentence sentence : sentences) {
      out.writeInt(sentence.offset());
      out.writeInt(sentence.text().length());
      boolean isSame = sentence.heading().equals(heading);
      heading = sentence.heading();
      out.writeByte((sentence.isHeading() ? 1 : 0) | (isSame ? 2 : 0));
      if (!isSame) {
        texts(heading);
      }
    }
  }

  /** Writes which sentences are in which table; writes nothing if the chunk has no table. */
  private void tables(List<Sentence> sentences) throws IOException {
    for (int i = 0; i < sentences.size(); ) {
      TableHeader table = sentences.get(i).table();
      int first = i++;
      while (i < sentences.size() && Objects.equals(sentences.get(i).table(), table)) {
        i++;
      }
      if (table != null) {
        out.writeInt(first);
        out.writeInt(i);
        out.writeInt(table.offset());
        text(table.text());
      }
    }
  }

  private void metadata(Map<String, Object> metadata) throws IOException {
    out.writeInt(metadata.size());
    for (Map.Entry<String, Object> entry : new TreeMap<>(metadata).entrySet()) {
      text(entry.getKey());
      value(entry.getValue());
    }
  }

  private void value(Object value) throws IOException {
    if (value instanceof String text) {
      out.writeByte('s');
      text(text);
    } else if (value instanceof Long number) {
      out.writeByte('l');
      out.writeLong(number);
    } else if (value instanceof Double number) {
      out.writeByte('d');
      out.writeDouble(number);
    } else if (value instanceof Boolean bool) {
      out.writeByte('b');
      out.writeBoolean(bool);
    } else {
      out.writeByte('t');
      texts(((List<?>) value).stream().map(String.class::cast).toList());
    }
  }

  private void optional(@Nullable ChunkId id) throws IOException {
    out.writeBoolean(id != null);
    if (id != null) {
      text(id.value());
    }
  }

  private void texts(List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      text(text);
    }
  }

  private void text(String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }
}
