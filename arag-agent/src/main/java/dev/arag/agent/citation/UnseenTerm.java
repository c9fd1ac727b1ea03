package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

/**
 * A number or name in an answer that occurs neither in the question nor in any text shown to the
 * model. The model may have invented the term, recalled it from its training data, or derived it
 * from other numbers. The term may also be correct, but spelled differently or in a different
 * language.
 *
 * @param text the term as written in the answer
 * @param kind the kind of the term
 * @param start the start of the term in the answer, in UTF-16 units
 * @param end the end of the term in the answer, exclusive
 */
public record UnseenTerm(String text, Kind kind, int start, int end) {
  public UnseenTerm {
    requireNonNull(text, "text");
    requireNonNull(kind, "kind");
  }

  /** The kind of a term. */
  public enum Kind {
    /** A number, or a code that contains digits, such as A320. */
    FIGURE,
    /** One or more capitalized words that do not start a sentence. */
    NAME
  }
}
