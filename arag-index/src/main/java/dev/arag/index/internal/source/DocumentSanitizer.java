package dev.arag.index.internal.source;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.Splitter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Prepares documents for storage. Adds the metadata, the principals and the id prefix of the source
 * to each document. Replaces lone surrogates with U+FFFD, because UTF-8 cannot encode them. Offsets
 * do not change. Not thread-safe.
 */
public final class DocumentSanitizer {
  private static final String REPLACEMENT = "\ufffd";

  /** The splitter's code for an unknown language. */
  private static final String UNKNOWN = "und";

  private long replaced;

  /** Returns the warning for the last sanitized document; empty if nothing was replaced. */
  public Optional<String> warning() {
    return replaced == 0
        ? Optional.empty()
        : Optional.of(
            (replaced == 1 ? "1 lone surrogate was" : replaced + " lone surrogates were")
                + " replaced with U+FFFD");
  }

  /** Returns the id under which a document is stored. */
  public static String storedId(String id) {
    return new DocumentSanitizer().repair(id);
  }

  public Document sanitize(Document document, Source source) {
    replaced = 0;
    boolean isStorable =
        source.metadata().isEmpty()
            && source.readableBy().isEmpty()
            && (source.idPrefix().isEmpty() || document.chunkStarts().isEmpty())
            && !hasLoneSurrogate(document);
    return isStorable ? document : rebuild(document, source);
  }

  /**
   * Adds the language to the document's metadata, unless the language is unknown or the caller has
   * set one. Must be called after splitting, because a detected language must not affect chunk ids.
   */
  public static Document withLanguage(Document document, String language) {
    boolean isGiven = document.metadata().containsKey(Splitter.LANGUAGE);
    return isGiven || language.equals(UNKNOWN)
        ? document
        : document.toBuilder().metadata(Splitter.LANGUAGE, language).build();
  }

  private Document rebuild(Document document, Source source) {
    Document.Builder builder =
        Document.builder(repair(document.id()), repair(document.text()))
            .title(document.title().map(title -> repair(title)).orElse(null))
            .readableBy(
                source.readableBy().isEmpty() ? document.readableBy() : source.readableBy());
    metadata(document, source).forEach((key, value) -> builder.metadata(key, repair(value)));
    for (Document.Heading heading : document.headings()) {
      builder.heading(heading.offset(), repair(heading.path()));
    }
    document.pages().forEach(page -> builder.page(page.offset(), page.number()));
    document.tables().forEach(builder::table);
    document.layouts().forEach(builder::layout);
    for (Document.ChunkStart start : document.chunkStarts()) {
      String id = repair(source.idPrefix() + start.id().value());
      builder.chunk(start.offset(), ChunkId.of(id));
    }
    return builder.build();
  }

  private Map<String, Object> metadata(Document document, Source source) {
    Map<String, Object> all = new TreeMap<>();
    document.metadata().forEach((key, value) -> all.put(repair(key), value));
    source.metadata().forEach((key, value) -> all.put(repair(key), value));
    return all;
  }

  private Object repair(Object value) {
    if (value instanceof String text) {
      return repair(text);
    }
    if (value instanceof List<?> list) {
      return repair(list.stream().map(String.class::cast).toList());
    }
    return value;
  }

  private List<String> repair(List<String> texts) {
    return texts.stream().map(this::repair).toList();
  }

  private String repair(String text) {
    return LoneSurrogates.replace(
        text,
        unit -> {
          replaced++;
          return REPLACEMENT;
        });
  }

  private static boolean hasLoneSurrogate(Document document) {
    return LoneSurrogates.isIn(document.text())
        || LoneSurrogates.isIn(document.id())
        || document.title().filter(LoneSurrogates::isIn).isPresent()
        || document.metadata().entrySet().stream().anyMatch(DocumentSanitizer::hasLoneSurrogate)
        || document.headings().stream().anyMatch(heading -> hasLoneSurrogate(heading.path()))
        || document.chunkStarts().stream()
            .anyMatch(start -> LoneSurrogates.isIn(start.id().value()));
  }

  private static boolean hasLoneSurrogate(Map.Entry<String, Object> entry) {
    Object value = entry.getValue();
    return LoneSurrogates.isIn(entry.getKey())
        || (value instanceof String text && LoneSurrogates.isIn(text))
        || (value instanceof List<?> list && hasLoneSurrogate(list));
  }

  private static boolean hasLoneSurrogate(List<?> texts) {
    return texts.stream().anyMatch(text -> LoneSurrogates.isIn((String) text));
  }
}
