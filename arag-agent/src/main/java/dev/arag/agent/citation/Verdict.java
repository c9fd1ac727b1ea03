package dev.arag.agent.citation;

/**
 * The result of checking one citation. A quote is compared only with the text the model was shown,
 * never with the rest of the corpus. The comparison ignores case, compatibility forms, white space,
 * quotation marks, kinds of dashes, spaces beside brackets and punctuation, Markdown marks, and
 * punctuation at the ends of the quote. A quote must start and end at the edges of words and
 * numbers. The first verdict that applies is given, in the order {@link #NOT_SHOWN}, {@link
 * #LOCATED}, {@link #SUPPORTED}, {@link #NEAR}, {@link #MISATTRIBUTED}, {@link #STITCHED}, {@link
 * #FABRICATED}.
 */
public enum Verdict {
  /**
   * The quote occurs in the text shown of the cited chunk. The parts of a quote with an ellipsis
   * occur there in order.
   */
  SUPPORTED("quoted verbatim from text shown to the model"),

  /**
   * A span of the cited chunk becomes the quote by changing, adding or omitting at most one word in
   * ten; none of those words is a number, a name or a negation, for European languages. Only
   * lower-case words may differ; in scripts without case, no word may. Punctuation is ignored
   * except currencies and signs next to a number.
   */
  NEAR("quoted with small differences from text shown to the model"),

  /**
   * The chunk was shown and cited without a quote. The sentence shown of it that shares the most
   * words with the citing sentence is attached as the quote, if any shares a word.
   */
  LOCATED("no quote given; the closest sentence of the cited text"),

  /** The quote is not in the cited chunk but occurs in the text shown of another one. */
  MISATTRIBUTED("quoted from another text than the cited one"),

  /**
   * The cited chunk was shown and contains all of the quote, but not contiguously: the parts around
   * an ellipsis are in another order, or separate pieces of at least three words are joined.
   */
  STITCHED("combines separate parts of the cited text"),

  /** No text of the cited chunk was shown to the model. */
  NOT_SHOWN("the cited text was never shown to the model"),

  /** The cited chunk was shown, but the quote occurs neither there nor in any other text shown. */
  FABRICATED("not found in any text shown to the model");

  private final String description;

  Verdict(String description) {
    this.description = description;
  }

  /** A few words for people who read the answer. */
  public String description() {
    return description;
  }

  /** Whether the text shown supports the citation. */
  public boolean isVerified() {
    return this == SUPPORTED || this == NEAR || this == LOCATED;
  }
}
