package dev.arag.agent.citation;

/**
 * What a check of one citation found. Every comparison is made with the text the model was shown,
 * never with the rest of the corpus, after folding both sides: compatibility forms, case, white
 * space, quotation marks, dashes, space beside brackets and Markdown marks do not count.
 */
public enum Verdict {
  /**
   * The quote stands in the text shown of the cited chunk. A quote with an ellipsis stands there
   * when its parts do, one after the other, in one stretch of text.
   */
  SUPPORTED,

  /**
   * A stretch of the cited chunk has at least nine tenths of its words in common with the quote, in
   * order, and no number, name or negation differs. Quotes of fewer than ten words are never near.
   */
  NEAR,

  /**
   * The chunk was cited without a quote and was shown. The sentence shown of it that shares most
   * with the citing sentence was attached as the quote.
   */
  LOCATED,

  /** The quote is not in the cited chunk, but stands in the text shown of another chunk. */
  MISATTRIBUTED,

  /**
   * The cited chunk was shown and holds every part of the quote, but not as one text: the parts
   * around an ellipsis are in another order, or the quote runs together passages that stand apart.
   */
  STITCHED,

  /** No text of the cited chunk was shown to the model, and the quote, if any, was not either. */
  NOT_SHOWN,

  /** The cited chunk was shown, but the quote stands neither there nor in any other text shown. */
  FABRICATED;

  /** Whether the text shown says what the citation says it does. */
  public boolean isVerified() {
    return this == SUPPORTED || this == NEAR || this == LOCATED;
  }
}
