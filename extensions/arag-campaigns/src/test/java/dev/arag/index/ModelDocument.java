package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.chunks.StoredHash;
import dev.arag.index.internal.source.DocumentHash;
import dev.arag.index.spi.split.Splitter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The expected contents of an index for one document, computed without an index.
 *
 * @param given the document as its source delivered it
 * @param identity all properties that determine whether the document has changed
 */
record ModelDocument(Document given, ModelSource source, Identity identity, Held held) {
  /** The properties that are compared to decide whether two versions of a document are equal. */
  record Identity(
      String text,
      @Nullable String title,
      Map<String, Object> metadata,
      List<Document.Heading> sections,
      List<Document.Page> pages,
      List<Document.ChunkStart> chunkStarts,
      ModelSource source,
      int chunkTokens) {}

  /** The stored properties of a document. */
  record Held(
      String id,
      @Nullable String title,
      Map<String, Object> metadata,
      String source,
      StoredHash hash,
      String key,
      List<String> warnings,
      List<Chunk> chunks) {}

  static Identity identity(Document given, ModelSource source, int chunkTokens) {
    return new Identity(
        given.text(),
        given.title().orElse(null),
        given.metadata(),
        given.headings(),
        given.pages(),
        given.chunkStarts(),
        source,
        chunkTokens);
  }

  static ModelDocument of(Document given, ModelSource source, int chunkTokens) {
    Splitter splitter = new Splitter(chunkTokens, TokenCounter.o200k());
    Document document = stored(given, source);
    Splitter.Split split = splitter.splitWithKey(document);
    StoredHash hash =
        StoredHash.of(
            HexFormat.of()
                .parseHex(
                    new DocumentHash(splitter.settings(), source.of(List.of()).resolve())
                        .of(given)));
    Held held =
        new Held(
            given.id(),
            document.title().orElse(null),
            withLanguage(document),
            source.name(),
            hash,
            split.key() == null ? "" : split.key(),
            warnings(given.text()),
            split.chunks().stream().map(chunk -> with(document, chunk)).toList());
    return new ModelDocument(given, source, identity(given, source, chunkTokens), held);
  }

  private static Chunk with(Document document, Chunk chunk) {
    Location place = chunk.location();
    Location.Builder location =
        Location.builder(place.documentId())
            .title(document.title().orElse(null))
            .heading(place.heading())
            .page(place.page().isPresent() ? place.page().getAsInt() : null)
            .ordinal(place.ordinal())
            .offset(place.offset())
            .metadata(withLanguage(document));
    return new Chunk(
        chunk.id(),
        location.build(),
        chunk.text(),
        chunk.sentences(),
        chunk.tokens(),
        chunk.previous(),
        chunk.next(),
        chunk.pageStarts());
  }

  private static Map<String, Object> withLanguage(Document document) {
    Map<String, Object> metadata = new TreeMap<>(document.metadata());
    String language = Splitter.language(document);
    if (!language.equals("und")) {
      metadata.putIfAbsent("language", language);
    }
    return metadata;
  }

  private static Document stored(Document given, ModelSource source) {
    String text = repaired(given.text());
    Document.Builder builder = Document.builder(given.id(), text).title(given.title().orElse(null));
    Map<String, Object> metadata = new TreeMap<>(given.metadata());
    metadata.putAll(source.metadata());
    metadata.forEach(builder::metadata);
    given.headings().forEach(section -> builder.heading(section.offset(), section.path()));
    given.pages().forEach(page -> builder.page(page.offset(), page.number()));
    for (Document.ChunkStart start : given.chunkStarts()) {
      builder.chunk(start.offset(), ChunkId.of(source.idPrefix() + start.id()));
    }
    return builder.build();
  }

  private static String repaired(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(each -> out.appendCodePoint(isHalf(each) ? 0xfffd : each));
    return out.toString();
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= 0xd800 && codePoint <= 0xdfff;
  }

  private static List<String> warnings(String text) {
    long halves = text.codePoints().filter(ModelDocument::isHalf).count();
    if (halves == 0) {
      return List.of();
    }
    return List.of(
        halves == 1
            ? "1 lone surrogate was replaced with U+FFFD"
            : halves + " lone surrogates were replaced with U+FFFD");
  }

  String id() {
    return given.id();
  }

  List<Chunk> chunks() {
    return held.chunks();
  }

  /** Returns the texts to embed, in order. */
  List<String> embeddedTexts() {
    return chunks().stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(Sentence::embeddedText)
        .toList();
  }

  Set<ChunkId> chunkIds() {
    return chunks().stream().map(Chunk::id).collect(Collectors.toSet());
  }

  long cutSentences(Embedder embedder) {
    return embeddedTexts().stream().filter(text -> !embedder.fits(text)).count();
  }

  float unknownShare(Embedder embedder) {
    double unknown = 0;
    long length = 0;
    for (Chunk chunk : chunks()) {
      unknown += embedder.unknownShare(chunk.text()).orElse(0) * chunk.text().length();
      length += chunk.text().length();
    }
    return length == 0 ? 0 : (float) (unknown / length);
  }
}
