package dev.arag.core.corpus;

/**
 * Selects between the rules of this library and the rules of the A-RAG paper, for example for the
 * order of keyword hits.
 */
public enum Profile {
  /** Sorts keyword hits by the rarity of their whole words, then by the score of the paper. */
  DEFAULT,
  /**
   * Follows the reference implementation of the A-RAG paper, for comparisons with its results:
   *
   * <ul>
   *   <li>Keyword hits are sorted by the score of equation 1. Accents are never ignored. A hit
   *       shows its first five sentences with a keyword.
   *   <li>Semantic hits are the chunks of the best sentences, three per requested chunk. Sentences
   *       of at most {@value SemanticQuery#SHORT_LENGTH} characters are ignored.
   *   <li>There are no headings and no sections.
   * </ul>
   */
  PAPER;

  /** The rules for searches. */
  public RankingRules ranking() {
    return this == PAPER ? PaperRanking.INSTANCE : RankingRules.standard();
  }
}
