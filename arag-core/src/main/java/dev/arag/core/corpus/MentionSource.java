package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;

/**
 * The mentions that a {@link MentionFinder} found in one unchanging state of a corpus, seen through
 * one scope: keys with postings. Nothing out of scope affects any result: a key that only chunks
 * out of scope mention does not exist here. Implementations are thread-safe.
 *
 * <p>A key is the folded text of a mention. A source does not filter keys by their frequency; a
 * caller can compare {@link #chunks(String)} with {@link #chunks()}. An unknown key has no
 * postings, no chunks and no name.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read.
 */
public interface MentionSource {
  /** Returns the corpus with these mentions: the same unchanging state, in the same scope. */
  Corpus corpus();

  /** Returns the number of chunks in scope, with or without mentions. */
  int chunks();

  /** Returns the number of chunks in scope that mention a key. */
  int chunks(String key);

  /**
   * Returns the sentences that mention a key, in corpus order (document id by code point, then
   * ordinal of the chunk, then sentence). Each sentence occurs once.
   */
  List<Posting> postings(String key);

  /**
   * Returns the mentions of a chunk, ordered by sentence, then by key. Each pair of sentence and
   * key occurs once. Empty if the chunk is unknown or out of scope.
   */
  List<Mention> mentions(ChunkId chunk);

  /**
   * Returns a key as the corpus writes it: the form with the most occurrences in scope; of several,
   * the first by code point.
   */
  Optional<String> name(String key);

  /**
   * Returns keys that contain a word, those that the most chunks in scope mention first, then by
   * code point. The words of a key are its longest runs of letters, digits and marks.
   *
   * @param word a folded word
   * @param limit the maximum number of keys, at least 1
   */
  List<String> keysWith(String word, int limit);

  /**
   * A key that a sentence of a chunk mentions. The chunk is known from the context.
   *
   * @param key the folded text of the mention, not blank
   * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
   * @param count how often the sentence mentions the key, at least 1
   */
  record Mention(String key, int sentence, int count) {
    public Mention {
      if (requireNonNull(key, "key").isBlank()) {
        throw new IllegalArgumentException("The key of a mention must not be blank.");
      }
      if (sentence < 0) {
        throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
      }
      if (count < 1) {
        throw new IllegalArgumentException("count must be >= 1, was " + count);
      }
    }
  }

  /**
   * A sentence that mentions a key. The key is known from the context.
   *
   * @param chunk the chunk that contains the sentence
   * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
   * @param count how often the sentence mentions the key, at least 1
   */
  record Posting(ChunkId chunk, int sentence, int count) {
    public Posting {
      requireNonNull(chunk, "chunk");
      if (sentence < 0) {
        throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
      }
      if (count < 1) {
        throw new IllegalArgumentException("count must be >= 1, was " + count);
      }
    }
  }
}
