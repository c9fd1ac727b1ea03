package dev.arag.core.corpus;

import dev.arag.core.spi.SemanticRanking;

/**
 * The rules by which searches order hits and select what the hits show. A query carries its rules.
 *
 * <p>Each rule is a choice between orders that every search computes exactly, so a corpus can
 * search with an index whatever the rules are. A method always returns the same value.
 * Implementations must be immutable and thread-safe.
 */
public interface RankingRules {
  /** Returns the rules of this library. Each rule is described as its default. */
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
   * Whether keyword hits are sorted by the rarity of their whole words before their scores, and the
   * best of them are ranked again by their sections. Otherwise, they are sorted by the score of
   * equation 1 of the A-RAG paper alone. Default: true.
   */
  default boolean ranksByRarity() {
    return true;
  }

  /**
   * Whether a keyword search ignores the accents of keywords that have no hit. Default: true.
   *
   * @see KeywordQuery#withoutDiacritics
   */
  default boolean ignoresAccents() {
    return true;
  }

  /**
   * Selects the sentences that a keyword hit shows. Default: the sentences with the rarest
   * keywords.
   *
   * @param match the chunk with the occurrences of the keywords
   * @param counts the counts over all chunks in scope
   */
  default KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
    return KeywordSnippet.ofRarest(match, counts);
  }

  /**
   * Whether a semantic search ranks chunks by their best section, and a hit shows sentences of its
   * best section. Otherwise, it ranks only the best sentences of the search, {@value
   * SemanticRanking#SENTENCES_PER_CHUNK} for each requested chunk, and a hit shows all of its
   * sentences among them. Default: true.
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
