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
  SUPPORTED("quoted verbatim from text shown to the model"),

  /**
   * A stretch of the cited chunk becomes the quote by changing, adding or leaving out at most one
   * word in ten; none of those words is a number, a name or a negation, as far as European
   * languages go. Words count as harmless only when written in small letters, so never in scripts
   * that have none. Punctuation is not compared, but for currencies and signs beside a number.
   */
  NEAR("quoted with small differences from text shown to the model"),

  /**
   * The chunk was shown and cited without a quote. The sentence shown of it that shares most with
   * the citing sentence was attached as the quote, if any shares a word.
   */
  LOCATED("no quote given; the closest sentence of the cited text"),

  /** The quote is not in the cited chunk, but stands in the text shown of another one. */
  MISATTRIBUTED("quoted from another text than the cited one"),

  /**
   * The cited chunk was shown and holds all of the quote, but not as one text: the parts around an
   * ellipsis come in another order, or pieces of three words and more that stand apart are run
   * together.
   */
  STITCHED("combines separate parts of the cited text"),

  /** No text of the cited chunk was shown to the model. */
  NOT_SHOWN("the cited text was never shown to the model"),

  /** The cited chunk was shown, but the quote stands neither there nor in any other text shown. */
  FABRICATED("not found in any text shown to the model");

  private final String description;

  Verdict(String description) {
    this.description = description;
  }

  /** A few words for people who read the answer. */
  public String description() {
    return description;
  }

  /** Whether the text shown says what the citation says it does. */
  public boolean isVerified() {
    return this == SUPPORTED || this == NEAR || this == LOCATED;
  }
}
