package dev.arag.agent.internal.citation;

import java.util.List;

/** The brackets and quotation marks that models write. */
final class Punctuation {
  private static final String OPENING_BRACKETS = "[【({［（〔<〈⟨《";
  private static final String CLOSING_BRACKETS = "]】)}］）〕>〉⟩》";
  private static final String SQUARE = "[【［〔";
  private static final String OPENING_QUOTES = "\"“”„‟«»‹›「『'‘‚`＂";

  /**
   * The marks that may close a quote, for each opening quotation mark in the order of {@link
   * #OPENING_QUOTES}.
   */
  private static final List<String> CLOSING_QUOTES =
      List.of(
          "\"”“", "”\"", "”\"", "“”\"", "”\"", "»", "«", "›", "‹", "」", "』", "'’", "’'", "‘’'",
          "`'", "＂");

  private Punctuation() {}

  static boolean isOpeningBracket(char character) {
    return OPENING_BRACKETS.indexOf(character) >= 0;
  }

  static boolean isClosingBracket(char character) {
    return CLOSING_BRACKETS.indexOf(character) >= 0;
  }

  /**
   * Whether a bracket is a square bracket. Square brackets usually contain ids; round brackets
   * usually contain remarks.
   */
  static boolean isSquare(char open) {
    return SQUARE.indexOf(open) >= 0;
  }

  static char closingBracket(char open) {
    return CLOSING_BRACKETS.charAt(OPENING_BRACKETS.indexOf(open));
  }

  static boolean isOpeningQuote(char character) {
    return OPENING_QUOTES.indexOf(character) >= 0;
  }

  static boolean closes(char open, char character) {
    return CLOSING_QUOTES.get(OPENING_QUOTES.indexOf(open)).indexOf(character) >= 0;
  }

  static boolean isSpace(char character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }

  static int skipSpaces(String text, int from) {
    int i = from;
    while (i < text.length() && isSpace(text.charAt(i))) {
      i++;
    }
    return i;
  }
}
