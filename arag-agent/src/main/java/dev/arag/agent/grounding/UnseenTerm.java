package dev.arag.agent.grounding;

/**
 * A figure or name of an answer that occurs neither in a text shown to the model nor in the
 * question. It may be invented, recalled from training, derived from others, or in another spelling
 * or language.
 *
 * @param text as written in the answer
 * @param start the start in the answer's text, in UTF-16 units
 * @param end exclusive
 */
public record UnseenTerm(String text, Kind kind, int start, int end) {
  /** The kind of term. */
  public enum Kind {
    /** A number, or a code with digits in it. */
    FIGURE,
    /** One or more capitalized words that do not start a sentence. */
    NAME
  }
}
