package dev.arag.core.corpus;

import dev.arag.core.spi.SemanticRanking;

/**
 * The rules by which searches order hits and select what the hits show. A query carries its rules.
 *
 * <p>Every corpus, with or without an index, computes exactly the hits that these rules define.
 * Each method of an object always returns the same value for the same arguments. Implementations
 * must be immutable and thread-safe.
 */
public interface RankingRules {
  /**
   * Returns the standard rules. They are the defaults that the methods of this interface describe.
   */
  static RankingRules standard() {
    enum Standard implements RankingRules {
      INSTANCE;

      @Override
      public String toString() {
        return "default";
      }
    }
    return Standard.INSTANCE;
  }

  /**
   * Whether keyword hits are sorted by {@linkplain KeywordHit#rarity() rarity} before their scores,
   * and the best hits are reranked by their best section, as {@link KeywordRanking} describes. If
   * false, keyword hits are sorted only by {@link KeywordHit#score()}. Default: true.
   */
  default boolean ranksByRarity() {
    return true;
  }

  /**
   * Whether a keyword search that has no hit for a keyword searches again without the accents of
   * this keyword. Default: true.
   *
   * @see KeywordQuery#withoutDiacritics
   */
  default boolean ignoresAccents() {
    return true;
  }

  /**
   * Selects the sentences that a keyword hit shows. Default: at most {@value
   * KeywordSnippet#MAX_SENTENCES} sentences, those with the keywords that the fewest chunks
   * contain.
   *
   * @param match the chunk with the occurrences of the keywords
   * @param counts the counts over all chunks in scope
   */
  default KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
    return KeywordSnippet.ofRarest(match, counts);
  }

  /**
   * Whether a semantic search ranks chunks by their best section, and a hit shows sentences of that
   * section. If false, the search considers only the best sentences of the corpus, {@value
   * SemanticRanking#SENTENCES_PER_CHUNK} times {@code offset + topK}, and a hit shows those of them
   * that belong to its chunk. Default: true.
   */
  default boolean ranksSections() {
    return true;
  }

  /**
   * Whether a semantic search ignores {@linkplain SemanticQuery#isShort short} sentences. Default:
   * false.
   */
  default boolean ignoresShortSentences() {
    return false;
  }
}
