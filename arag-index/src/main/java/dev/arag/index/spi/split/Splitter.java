package dev.arag.index.spi.split;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.text.DocumentTitleLine;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.packing.ChunkKey;
import dev.arag.index.internal.packing.DocumentChunker;
import dev.arag.index.internal.split.DocumentLanguages;
import dev.arag.index.spi.SentenceRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits documents into chunks of whole sentences. The concatenated chunks of a document are equal
 * to its text, after its {@linkplain Document#title() title line} if it has one. White space after
 * a sentence belongs to the chunk of that sentence. White space before the first sentence belongs
 * to the first chunk. If a document has predefined chunks, the splitter keeps these chunks and only
 * finds their sentences.
 *
 * <p>Sentences end according to the rules of the document's language. They also end at blank lines
 * and at line breaks that are not the result of line wrapping. A table row or a line of code is one
 * sentence. A line that consists only of drawing characters, such as {@code ---}, is not a
 * sentence. The language is detected per document and script, unless the metadata declare the
 * language. A sentence of more than 256 tokens or 4,096 UTF-16 units is split.
 *
 * <p>Each row of the {@linkplain Document#tables() tables} of a document refers to the header of
 * its table. The header begins with the title or with the sentence ending in a colon that is
 * directly above the table. A header has at most 512 o200k tokens: the other lines of a longer one
 * are rows. A row that is too long is split between its cells. A chunk ends between two rows,
 * unless the parts of one row do not fit into a chunk. Other sentence rules do not use tables.
 *
 * <p>Immutable and thread-safe. The same document produces the same chunks on every JDK.
 */
public final class Splitter {
  /** The default maximum length of a chunk, in {@linkplain TokenCounter#o200k() o200k tokens}. */
  public static final int DEFAULT_CHUNK_TOKENS = 1_000;

  /** The smallest allowed maximum length of a chunk, in o200k tokens. */
  public static final int MIN_CHUNK_TOKENS = 64;

  /**
   * The length of the key of a document, in characters. The key is a hash of everything that
   * determines the chunks of the document.
   */
  public static final int KEY_LENGTH = ChunkKey.LENGTH;

  /**
   * The length of the short key, in characters. The short key is the start of the key of a
   * document, with which its chunk ids begin. If another document has the same short key, chunk ids
   * begin with the whole key instead.
   */
  public static final int SHORT_KEY_LENGTH = 8;

  /**
   * The metadata key that declares a document's language, as a BCP 47 tag such as {@code de}. If
   * this key is missing, or if there are no rules for the declared language, the rules of the
   * detected language are used.
   */
  public static final String LANGUAGE = Location.LANGUAGE;

  /**
   * The metadata key for a language that is declared inside the document, for example in a web
   * page. This language is used if {@link #LANGUAGE} is missing and the text is too short for
   * detection.
   */
  public static final String OWN_LANGUAGE = DocumentLanguages.OWN_LANGUAGE;

  /**
   * Increment this number when the rules or the pinned Unicode version change. The number is part
   * of the hash in chunk ids, so that a chunk id never identifies two different texts.
   */
  private static final int RULES_VERSION = 3;

  private final int chunkTokens;
  private final TokenCounter counter;
  private final @Nullable SentenceRules rules;

  /**
   * @param chunkTokens the maximum length of a chunk, as the sum of the lengths of its sentences;
   *     at least {@value #MIN_CHUNK_TOKENS}. A longer sentence becomes a chunk, together with the
   *     white space after it
   * @param counter counts the tokens of sentences and chunks
   */
  public Splitter(int chunkTokens, TokenCounter counter) {
    this(chunkTokens, counter, null);
  }

  /**
   * Creates a splitter with the given sentence rules. With rules other than the default rules, a
   * sentence is split only if it is longer than {@code chunkTokens}, and never in a predefined
   * chunk.
   *
   * @param chunkTokens the maximum length of a chunk; at least {@value #MIN_CHUNK_TOKENS}
   * @param counter counts the tokens of sentences and chunks
   * @param rules the rules; null for the default rules of this library
   */
  public Splitter(int chunkTokens, TokenCounter counter, @Nullable SentenceRules rules) {
    this.rules = rules;
    this.counter = requireNonNull(counter, "counter");
    this.chunkTokens = requireChunkTokens(chunkTokens);
  }

  /**
   * Checks a maximum length of chunks.
   *
   * @return the given length
   * @throws IllegalArgumentException if it is less than {@value #MIN_CHUNK_TOKENS}
   */
  public static int requireChunkTokens(int chunkTokens) {
    if (chunkTokens < MIN_CHUNK_TOKENS) {
      throw new IllegalArgumentException(
          "chunkTokens must be >= " + MIN_CHUNK_TOKENS + ", was " + chunkTokens);
    }
    return chunkTokens;
  }

  /**
   * Splits a document. An empty text without a title has no chunks. A text that consists of white
   * space has one chunk without sentences.
   *
   * @return the chunks in text order. Their ids begin with the short key of the document, such as
   *     {@code q7k2m0ab#0}, {@code q7k2m0ab#1} and so on; predefined chunks keep their ids
   */
  public List<Chunk> split(Document document) {
    return splitWithKey(document).chunks();
  }

  /**
   * The chunks of a document, its key and its language.
   *
   * @param key the key of the document, with whose start the chunk ids begin; {@value #KEY_LENGTH}
   *     characters, such as {@code q7k2m0abc1d2e}. Null if the document has predefined chunks, or
   *     has neither text nor a title
   * @param language the main language of the document, as {@link #language} returns it
   */
  public record Split(List<Chunk> chunks, @Nullable String key, String language) {
    public Split {
      requireNonNull(chunks, "chunks");
      requireNonNull(language, "language");
    }
  }

  /** Like {@link #split(Document)}, and also returns the key and the language. */
  public Split splitWithKey(Document document) {
    DocumentLanguages languages = DocumentLanguages.of(requireNonNull(document, "document"));
    String[] key = {""};
    List<Chunk> chunks =
        DocumentTitleLine.split(
            document,
            titled -> {
              key[0] = key(titled);
              return chunks(titled, languages, key[0]);
            });
    return new Split(chunks, key[0].isEmpty() ? null : key[0], languages.mainCode());
  }

  private String key(Document document) {
    boolean isGenerated = !document.text().isEmpty() && document.chunkStarts().isEmpty();
    return isGenerated ? ChunkKey.of(document, settings()) : "";
  }

  private List<Chunk> chunks(Document document, DocumentLanguages languages, String key) {
    if (document.text().isEmpty()) {
      return List.of();
    }
    DocumentChunker chunker = new DocumentChunker(document, languages, chunkTokens, counter, rules);
    return key.isEmpty()
        ? chunker.predefinedChunks()
        : chunker.split(key.substring(0, SHORT_KEY_LENGTH));
  }

  /**
   * Returns the main language of a document. This is the language that the metadata declare under
   * {@link #LANGUAGE}, or the language detected from the text if none is declared.
   *
   * @return the first part of a BCP 47 tag, such as {@code de}; {@code und} if the language is
   *     unknown
   */
  public static String language(Document document) {
    return DocumentLanguages.of(requireNonNull(document, "document")).mainCode();
  }

  /** Returns a text that identifies the rules and settings that determine chunks. */
  public String settings() {
    String version = rules == null ? "rules " + RULES_VERSION : rules.version();
    return version + ", tokens " + chunkTokens;
  }
}
