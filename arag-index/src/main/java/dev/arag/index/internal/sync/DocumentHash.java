package dev.arag.index.internal.sync;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Document;
import dev.arag.index.Source;
import dev.arag.index.internal.chunks.StoredHash;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums up all that decides what is stored of a document of a source: as long as it stays the same,
 * the document need not be looked at again. For one thread, which asks for many.
 */
public final class DocumentHash {
  /** Raised whenever something else decides. */
  private static final String VERSION = "document 2";

  private final String settings;
  private final Source.Resolved source;
  private final MessageDigest digest = Sha256.newDigest();
  private final ByteBuffer buffer = ByteBuffer.allocate(8192);

  /**
   * @param settings of what cuts documents into chunks
   */
  public DocumentHash(String settings, Source.Resolved source) {
    this.settings = settings;
    this.source = source;
  }

  /**
   * Of a document made of a file.
   *
   * @param content the hash of what it was made from
   */
  StoredHash ofFile(String content) {
    start("file");
    add(content);
    return finish();
  }

  /** Of a document at hand. */
  public StoredHash of(Document document) {
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
    add(source.source().pendingIdPrefix());
    add(source.source().metadata());
  }

  private void add(Document document) {
    String title = document.title();
    add(document.id());
    add(document.text());
    add(title == null ? 0 : 1);
    add(title == null ? "" : title);
    add(document.metadata());
    add(document.sections().size());
    for (Document.Section section : document.sections()) {
      add(section.offset());
      addTexts(section.path());
    }
    add(document.pages().size());
    document
        .pages()
        .forEach(
            page -> {
              add(page.offset());
              add(page.number());
            });
    add(document.chunkStarts().size());
    document
        .chunkStarts()
        .forEach(
            start -> {
              add(start.offset());
              add(start.id().value());
            });
  }

  private void add(Map<String, Object> metadata) {
    add(metadata.size());
    new TreeMap<>(metadata)
        .forEach(
            (key, value) -> {
              add(key);
              addValue(value);
            });
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
    room(Integer.BYTES).putInt(number);
  }

  /** Length, then UTF-16: unlike UTF-8 it also tells lone surrogates apart. */
  private void add(String text) {
    add(text.length());
    for (int i = 0; i < text.length(); i++) {
      room(Character.BYTES).putChar(text.charAt(i));
    }
  }

  private ByteBuffer room(int bytes) {
    if (buffer.remaining() < bytes) {
      digest.update(buffer.flip());
      buffer.clear();
    }
    return buffer;
  }

  private StoredHash finish() {
    digest.update(buffer.flip());
    return StoredHash.of(digest.digest());
  }
}
