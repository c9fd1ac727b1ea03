package dev.arag.core.corpus;

/** The rules by which a keyword search orders its hits. */
public enum Profile {
  /** By rarity of whole words, then by the score of the paper. */
  DEFAULT,
  /** By the score of the A-RAG paper, equation 1, to compare results with the paper. */
  PAPER
}
