package dev.arag.core.corpus;

/**
 * Selects between the rules of this library and the rules of the A-RAG paper, for example for the
 * order of keyword hits.
 */
public enum Profile {
  /** Sorts keyword hits by the rarity of their whole words, then by the score of the paper. */
  DEFAULT,
  /**
   * Sorts keyword hits by the score of the A-RAG paper, equation 1. Use this profile to compare
   * results with the paper.
   */
  PAPER
}
