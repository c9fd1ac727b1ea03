package dev.arag.agent.grounding;

/**
 * A figure or name of an answer that stands in no text the model was shown, nor in the question. It
 * may be invented, remembered, worked out from others, or in another spelling or language.
 *
 * @param text as the answer has it
 * @param start where it stands in the answer's text, in UTF-16 units
 * @param end exclusive
 */
public record UnseenTerm(String text, Kind kind, int start, int end) {
  /** What sort of term it is. */
  public enum Kind {
    /** A number, or a code with digits in it. */
    FIGURE,
    /** One or more words in capitals where a sentence does not begin. */
    NAME
  }
}
