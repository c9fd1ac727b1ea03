package dev.arag.agent.citation;

/**
 * What a check of one citation found. Every comparison is made with the text the model was shown,
 * never with the rest of the corpus, after folding both sides: compatibility forms, case, white
 * space, quotation marks, dashes, space beside brackets and punctuation, and Markdown marks do not
 * count, nor does punctuation at either end of the quote. A quote starts and ends where words and
 * numbers do. The first verdict that holds is given, in the order {@link #NOT_SHOWN}, {@link
 * #LOCATED}, {@link #SUPPORTED}, {@link #NEAR}, {@link #MISATTRIBUTED}, {@link #STITCHED}, {@link
 * #FABRICATED}.
 */
public enum Verdict {
  /**
   * The quote stands in the text shown of the cited chunk. A quote with an ellipsis does when its
   * parts stand there one after the other.
   */
  SUPPORTED,

  /**
   * A stretch of the cited chunk becomes the quote by changing, adding or leaving out at most one
   * word in ten; none of those words is a number, a name or a negation, as far as European
   * languages go. Words count as harmless only when written in small letters, so never in scripts
   * that have none. Punctuation is not compared, but for currencies and signs beside a number.
   */
  NEAR,

  /**
   * The chunk was shown and cited without a quote. The sentence shown of it that shares most with
   * the citing sentence was attached as the quote, if any shares a word.
   */
  LOCATED,

  /** The quote is not in the cited chunk, but stands in the text shown of another one. */
  MISATTRIBUTED,

  /**
   * The cited chunk was shown and holds all of the quote, but not as one text: the parts around an
   * ellipsis come in another order, or pieces of three words and more that stand apart are run
   * together.
   */
  STITCHED,

  /** No text of the cited chunk was shown to the model. */
  NOT_SHOWN,

  /** The cited chunk was shown, but the quote stands neither there nor in any other text shown. */
  FABRICATED;

  /** Whether the text shown says what the citation says it does. */
  public boolean isVerified() {
    return this == SUPPORTED || this == NEAR || this == LOCATED;
  }
}
