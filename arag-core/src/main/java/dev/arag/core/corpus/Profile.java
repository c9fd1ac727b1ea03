package dev.arag.core.corpus;

/** Which rules a search follows. */
public enum Profile {
  /** Rarity of whole words first, then the paper's score. */
  DEFAULT,
  /** The order of the A-RAG paper, equation 1, so that its figures can be compared. */
  PAPER
}
