package dev.arag.core.corpus;

/**
 * Selects the rules of this library or those of the A-RAG paper, for example for the order of
 * keyword hits.
 */
public enum Profile {
  /** By rarity of whole words, then by the score of the paper. */
  DEFAULT,
  /** By the score of the A-RAG paper, equation 1, to compare results with the paper. */
  PAPER
}
