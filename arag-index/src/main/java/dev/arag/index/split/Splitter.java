package dev.arag.index.split;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import java.util.List;
import java.util.function.Predicate;

/**
 * Cuts documents into chunks of whole sentences. The chunks of a document joined give its text
 * back: white space behind a sentence belongs to that sentence's chunk, white space in front of the
 * first to the first chunk. Ready-made chunks of a document stay as they are; only their sentences
 * are found.
 *
 * <p>Sentences end as the document's language has it, at blank lines and at line breaks that were
 * not made by wrapping; a table row or a line of code is one, a line that only draws something
 * none. The language is guessed once for each document and script, unless its metadata tell it.
 * None is longer than 256 tokens or 4,096 UTF-16 units. Immutable, safe for use by several threads;
 * the same document gives the same chunks on every JDK.
 */
public final class Splitter {
  /** How long a chunk may get unless said otherwise, in tokens. */
  public static final int DEFAULT_CHUNK_TOKENS = 1_000;

  /** The least that may be asked for, in tokens. */
  public static final int MIN_CHUNK_TOKENS = 64;

  /** How many characters the key of a document has. */
  public static final int KEY_LENGTH = 13;

  /**
   * How many characters of a document's key its chunk ids begin with, unless another document has
   * them.
   */
  public static final int SHORT_KEY_LENGTH = 8;

  /**
   * The metadata key that tells a document's language, as a BCP 47 tag such as {@code de}. Where it
   * is missing, or names a language without rules of its own, the language is guessed.
   */
  public static final String LANGUAGE = "language";

  /**
   * The metadata key under which a document says its language itself, as a web page does. It counts
   * where nothing is told and the text is too short for a guess.
   */
  public static final String OWN_LANGUAGE = Document.OWN_METADATA + LANGUAGE;

  /**
   * Raised whenever the rules or the pinned Unicode version change, since the same ids must not
   * name other texts.
   */
  private static final int RULES_VERSION = 2;

  private final int chunkTokens;
  private final TokenCounter counter;

  /**
   * @param chunkTokens a chunk ends before the sentence that would make it longer, measured
   *     sentence by sentence; a single longer sentence, and the white space behind one, stay whole.
   *     At least {@value #MIN_CHUNK_TOKENS}
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

  /** {@link #split(Document, Predicate)} where no key is taken. */
  public List<Chunk> split(Document document) {
    return split(document, key -> false);
  }

  /**
   * Cuts a document. An empty text has no chunks; a text of white space has one without sentences.
   *
   * @param isKeyTaken given the document's key, {@value #KEY_LENGTH} characters such as {@code
   *     q7k2m0abc1d2e}: whether another document, one with another key, holds or ever held chunk
   *     ids that begin with the first {@value #SHORT_KEY_LENGTH} of them. If not, the ids are
   *     {@code q7k2m0ab#0} and so on; else they begin with the whole key. Asked once; never for
   *     ready-made chunks or an empty text
   * @return the chunks in text order
   */
  public List<Chunk> split(Document document, Predicate<String> isKeyTaken) {
    return splitAndTell(document, isKeyTaken).chunks();
  }

  /**
   * The chunks of a document and the language they were cut by.
   *
   * @param language as {@link #language} tells it
   */
  public record Split(List<Chunk> chunks, String language) {}

  /** Like {@link #split(Document, Predicate)}; the language is looked for once. */
  public Split splitAndTell(Document document, Predicate<String> isKeyTaken) {
    DocumentLanguages languages = DocumentLanguages.of(document);
    return new Split(chunks(document, languages, isKeyTaken), languages.mainCode());
  }

  private List<Chunk> chunks(
      Document document, DocumentLanguages languages, Predicate<String> isKeyTaken) {
    if (document.text().isEmpty()) {
      return List.of();
    }
    DocumentChunker cutting = new DocumentChunker(document, languages, chunkTokens, counter);
    if (!document.chunkStarts().isEmpty()) {
      return cutting.readyMade();
    }
    return cutting.generated(ChunkKey.of(document, settings(), isKeyTaken));
  }

  /**
   * The language most of a document is in: what its metadata tell under {@link #LANGUAGE}, else a
   * guess from its text.
   *
   * @return the first part of a BCP 47 tag, such as {@code de}; {@code und} if it cannot be told
   */
  public static String language(Document document) {
    return DocumentLanguages.of(document).mainCode();
  }

  /** What decides the chunks of a document besides the document. */
  public String settings() {
    return "rules " + RULES_VERSION + ", tokens " + chunkTokens;
  }
}
