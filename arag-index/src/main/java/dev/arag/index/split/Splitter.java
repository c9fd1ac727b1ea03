package dev.arag.index.split;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.split.DocumentLanguages;
import java.util.List;
import java.util.function.Predicate;

/**
 * Splits documents into chunks of whole sentences. The chunks of a document, joined, are its text.
 * White space after a sentence belongs to the chunk of that sentence; white space before the first
 * belongs to the first chunk. Predefined chunks of a document are kept; only their sentences are
 * found.
 *
 * <p>Sentences end by the rules of the document's language, at blank lines and at line breaks that
 * were not made by wrapping. A table row or a line of code is one sentence; a line of drawing
 * characters is not a sentence. The language is detected per document and script, unless the
 * metadata declare it. A sentence has at most 256 tokens and 4,096 UTF-16 units. Immutable, safe
 * for use by several threads; the same document gives the same chunks on every JDK.
 */
public final class Splitter {
  /** The default maximum length of a chunk, in tokens. */
  public static final int DEFAULT_CHUNK_TOKENS = 1_000;

  /** The smallest allowed maximum length of a chunk, in tokens. */
  public static final int MIN_CHUNK_TOKENS = 64;

  /** The length of the key of a document, in characters. */
  public static final int KEY_LENGTH = 13;

  /**
   * The length of the short key, with which chunk ids begin unless another document has the same.
   */
  public static final int SHORT_KEY_LENGTH = 8;

  /**
   * The metadata key that declares a document's language, as a BCP 47 tag such as {@code de}. If it
   * is missing, or names a language without rules, the language is detected.
   */
  public static final String LANGUAGE = "language";

  /**
   * The metadata key for a language declared inside the document, as in a web page. It is used if
   * {@link #LANGUAGE} is missing and the text is too short for detection.
   */
  public static final String OWN_LANGUAGE = Document.OWN_METADATA + LANGUAGE;

  /**
   * Incremented whenever the rules or the pinned Unicode version change, because an id must never
   * identify another text.
   */
  private static final int RULES_VERSION = 2;

  private final int chunkTokens;
  private final TokenCounter counter;

  /**
   * @param chunkTokens the maximum length of a chunk, measured sentence by sentence. A single
   *     longer sentence, and the white space after it, are kept whole. At least {@value
   *     #MIN_CHUNK_TOKENS}
   * @param counter measures sentences and chunks
   */
  public Splitter(int chunkTokens, TokenCounter counter) {
    if (chunkTokens < MIN_CHUNK_TOKENS) {
      throw new IllegalArgumentException(
          "chunkTokens must be >= " + MIN_CHUNK_TOKENS + ", was " + chunkTokens);
    }
    this.chunkTokens = chunkTokens;
    this.counter = counter;
  }

  /** {@link #split(Document, Predicate)} if no key is taken. */
  public List<Chunk> split(Document document) {
    return split(document, key -> false);
  }

  /**
   * Splits a document. An empty text has no chunks; a text of white space has one chunk without
   * sentences.
   *
   * @param isKeyTaken whether another document has or had chunk ids that begin with the first
   *     {@value #SHORT_KEY_LENGTH} characters of the given key. The key has {@value #KEY_LENGTH}
   *     characters, such as {@code q7k2m0abc1d2e}. If false, the ids are {@code q7k2m0ab#0} and so
   *     on; otherwise they begin with the whole key. Called once; not called for predefined chunks
   *     or an empty text
   * @return the chunks in text order
   */
  public List<Chunk> split(Document document, Predicate<String> isKeyTaken) {
    return splitWithLanguage(document, isKeyTaken).chunks();
  }

  /**
   * The chunks of a document and its language.
   *
   * @param language as returned by {@link #language}
   */
  public record Split(List<Chunk> chunks, String language) {}

  /** Like {@link #split(Document, Predicate)}, and also returns the language. */
  public Split splitWithLanguage(Document document, Predicate<String> isKeyTaken) {
    DocumentLanguages languages = DocumentLanguages.of(document);
    return new Split(chunks(document, languages, isKeyTaken), languages.mainCode());
  }

  private List<Chunk> chunks(
      Document document, DocumentLanguages languages, Predicate<String> isKeyTaken) {
    if (document.text().isEmpty()) {
      return List.of();
    }
    DocumentChunker chunker = new DocumentChunker(document, languages, chunkTokens, counter);
    if (!document.chunkStarts().isEmpty()) {
      return chunker.predefinedChunks();
    }
    return chunker.split(ChunkKey.of(document, settings(), isKeyTaken));
  }

  /**
   * The language of most of a document: the value of {@link #LANGUAGE} in its metadata, otherwise
   * detected from its text.
   *
   * @return the first part of a BCP 47 tag, such as {@code de}; {@code und} if unknown
   */
  public static String language(Document document) {
    return DocumentLanguages.of(document).mainCode();
  }

  /** Identifies the rules and settings that determine chunks. */
  public String settings() {
    return "rules " + RULES_VERSION + ", tokens " + chunkTokens;
  }
}
