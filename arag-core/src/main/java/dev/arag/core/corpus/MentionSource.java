package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;

/**
 * The mentions (spans of sentences, such as names) that a {@link MentionFinder} found in one
 * unchanging state of a corpus, restricted to one scope. A key is the text of a mention, folded as
 * {@link KeywordQuery} describes. A sentence mentions a key if it has a mention with this text.
 * Chunks out of scope do not affect any result: a key that only they mention is unknown.
 * Implementations are thread-safe.
 *
 * <p>Frequent keys are not removed; a caller can compare {@link #chunks(String)} with {@link
 * #chunks()}. An unknown key has no postings, no chunks and no name.
 *
 * <p>Every method may throw {@link dev.arag.core.error.CorpusException} when the corpus cannot be
 * read.
 */
public interface MentionSource {
  /** Returns the corpus with these mentions: the same unchanging state, in the same scope. */
  Corpus corpus();

  /** Returns the number of chunks in scope, with or without mentions. */
  int chunks();

  /** Returns the number of chunks in scope with a sentence that mentions a key. */
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
   * Returns the most frequent spelling of a key in scope, for example with capital letters. If
   * several spellings are equally frequent, returns the first one in code point order. Empty if the
   * key is unknown.
   */
  Optional<String> name(String key);

  /**
   * Returns keys that contain a word. The keys that more chunks in scope mention come first; keys
   * with the same number of chunks are in code point order. The words of a key are its maximal runs
   * of letters, digits and combining marks.
   *
   * @param word a word that is {@linkplain dev.arag.core.spi.MatchingRules#fold folded}
   * @param limit the maximum number of keys, at least 1
   */
  List<String> keysWith(String word, int limit);

  /**
   * A key that a sentence of a chunk mentions. The chunk is the argument of {@link
   * #mentions(ChunkId)}.
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
   * A sentence that mentions a key. The key is the argument of {@link #postings(String)}.
   *
   * @param chunkId the chunk that contains the sentence
   * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
   * @param count how often the sentence mentions the key, at least 1
   */
  record Posting(ChunkId chunkId, int sentence, int count) {
    public Posting {
      requireNonNull(chunkId, "chunkId");
      if (sentence < 0) {
        throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
      }
      if (count < 1) {
        throw new IllegalArgumentException("count must be >= 1, was " + count);
      }
    }
  }
}
