package dev.arag.agent.citation;

/**
 * The result of checking one citation. A quote is compared only with the text that the model was
 * shown, never with other text of the corpus.
 *
 * <p>The comparison ignores case, Unicode compatibility forms, white space, quotation marks, and
 * Markdown formatting. All kinds of dashes are equal. In a table, the bars between cells count as
 * white space, and currency signs at the start of cells may be left out. Punctuation at the start
 * and end of the quote is ignored, and so are spaces next to brackets and punctuation. A quote must
 * not start or end inside a word or number.
 *
 * <p>If several verdicts apply, the citation gets the first one in this order: {@link #NOT_SHOWN},
 * {@link #LOCATED}, {@link #SUPPORTED}, {@link #NEAR}, {@link #MISATTRIBUTED}, {@link #STITCHED},
 * {@link #FABRICATED}.
 */
public enum Verdict {
  /**
   * The quote occurs in the text of the cited chunk that was shown to the model. If the quote
   * contains an ellipsis, its parts occur in this text in the same order.
   */
  SUPPORTED("quoted verbatim from the cited text"),

  /**
   * The quote differs from a span of the cited chunk in at most one of ten words. Only lower-case
   * words may be changed, added or omitted, so that no name differs. A number, its unit and a
   * negation must not differ; numerals and negations are recognized in European languages. In
   * scripts without case, no word may differ. Punctuation is ignored, except currency and math
   * signs next to a number.
   */
  NEAR("differs slightly from the cited text"),

  /**
   * The cited chunk was shown, but the model gave no quote. The shown sentence of the chunk that
   * shares the most words with the citing sentence is attached as the quote. If no sentence shares
   * a word, the quote is empty.
   */
  LOCATED("no quote; the closest sentence of the cited text"),

  /**
   * The quote does not occur in the cited chunk, but it occurs in the text of another chunk that
   * was shown.
   */
  MISATTRIBUTED("quoted verbatim from another text shown to the model"),

  /**
   * The cited chunk was shown and contains all words of the quote, but not as one contiguous text.
   * Either the parts around an ellipsis are in a different order, or the quote joins separate
   * pieces of at least three words.
   */
  STITCHED("combines separate parts of the cited text"),

  /** No text of the cited chunk was shown to the model. */
  NOT_SHOWN("the cited text was never shown to the model"),

  /**
   * The cited chunk was shown, but the quote occurs neither in this chunk nor in any other text
   * shown.
   */
  FABRICATED("not found in any text shown to the model");

  private final String description;

  Verdict(String description) {
    this.description = description;
  }

  /** A short description for people who read the answer. */
  public String description() {
    return description;
  }

  /** Whether the check succeeded: the verdict is SUPPORTED, NEAR or LOCATED. */
  public boolean isVerified() {
    return this == SUPPORTED || this == NEAR || this == LOCATED;
  }
}
