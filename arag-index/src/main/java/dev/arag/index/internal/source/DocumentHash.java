package dev.arag.index.internal.source;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Document;
import dev.arag.core.text.PageLayout;
import dev.arag.index.source.Source;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Hashes everything that determines a stored document: text, metadata, source and chunking
 * settings. A document with an unchanged hash does not have to be stored again. Not thread-safe.
 */
public final class DocumentHash {
  /** Change this value whenever the set of hashed fields changes. */
  private static final String VERSION = "document 3";

  private final String settings;
  private final Source.Resolved source;
  private final MessageDigest digest = Sha256.newDigest();
  private final ByteBuffer buffer = ByteBuffer.allocate(8192);

  /**
   * @param settings the settings of the splitter
   */
  public DocumentHash(String settings, Source.Resolved source) {
    this.settings = settings;
    this.source = source;
  }

  /**
   * Returns the hash of a document that was parsed from a file.
   *
   * @param content the hash of the file, see {@link
   *     dev.arag.index.spi.SourceEntry.Unparsed#contentHash}
   */
  public String ofFile(String content) {
    start("file");
    add(content);
    return finish();
  }

  /** Returns the hash of a document that the caller passed in memory. */
  public String of(Document document) {
    start("document");
    add(document);
    return finish();
  }

  private void start(String kind) {
    digest.reset();
    buffer.clear();
    add(VERSION);
    add(kind);
    add(settings);
    add(source.name());
    // The hash of a file contains the prefix.
    add(source.realPath() == null ? source.source().idPrefix() : "");
    add(source.source().metadata());
    addReaders(source.source().readableBy());
  }

  private void add(Document document) {
    add(document.id());
    add(document.text());
    add(document.title().isPresent() ? 1 : 0);
    add(document.title().orElse(""));
    add(document.metadata());
    add(document.headings().size());
    for (Document.Heading heading : document.headings()) {
      add(heading.offset());
      addTexts(heading.path());
    }
    add(document.pages().size());
    for (Document.Page page : document.pages()) {
      add(page.offset());
      add(page.number());
    }
    add(document.tables().size());
    for (Document.Table table : document.tables()) {
      add(table.offset());
      add(table.body());
      add(table.end());
    }
    add(document.chunkStarts().size());
    for (Document.ChunkStart start : document.chunkStarts()) {
      add(start.offset());
      add(start.id().value());
    }
    for (PageLayout layout : document.layouts()) {
      int[] values = layout.values();
      add(values.length);
      Arrays.stream(values).forEach(this::add);
    }
    addReaders(document.readableBy());
  }

  /** Without principals, nothing is hashed, so that documents without them keep their hash. */
  private void addReaders(Set<String> principals) {
    if (!principals.isEmpty()) {
      add("readableBy");
      addTexts(List.copyOf(principals));
    }
  }

  private void add(Map<String, Object> metadata) {
    add(metadata.size());
    for (Map.Entry<String, Object> entry : new TreeMap<>(metadata).entrySet()) {
      add(entry.getKey());
      addValue(entry.getValue());
    }
  }

  private void addValue(Object value) {
    if (value instanceof List<?> list) {
      addTexts(list.stream().map(String.class::cast).toList());
    } else {
      add(value.getClass().getSimpleName());
      add(value.toString());
    }
  }

  private void addTexts(List<String> texts) {
    add(texts.size());
    texts.forEach(this::add);
  }

  private void add(int number) {
    withRemaining(Integer.BYTES).putInt(number);
  }

  /** Hashes the length and then the UTF-16 units. UTF-8 would encode all lone surrogates alike. */
  private void add(String text) {
    add(text.length());
    for (int i = 0; i < text.length(); i++) {
      withRemaining(Character.BYTES).putChar(text.charAt(i));
    }
  }

  private ByteBuffer withRemaining(int bytes) {
    if (buffer.remaining() < bytes) {
      digest.update(buffer.flip());
      buffer.clear();
    }
    return buffer;
  }

  private String finish() {
    digest.update(buffer.flip());
    return HexFormat.of().formatHex(digest.digest());
  }
}
