package dev.arag.agent.internal.citation;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Matches opening and closing quotation marks in quotes that contain other quotes. Some marks, such
 * as the straight quotation mark, can both open and close a quote. The adjacent characters then
 * decide which of the two applies. At most {@value #MAX_LENGTH} characters are scanned.
 */
final class NestedQuotes {
  private static final int MAX_LENGTH = 1_000;
  private static final String SINGLE = "'‘‚`‹›";
  private static final String UNDIRECTED = "\"”»＂";

  /** The positions of the marks that are still open, innermost first. */
  private final Deque<Integer> open = new ArrayDeque<>();

  private final String text;

  private NestedQuotes(String text) {
    this.text = text;
  }

  /**
   * Returns the index of the mark that closes the quote opened at {@code start}, after all quotes
   * nested in it are closed; -1 if there is no such mark.
   */
  static int end(String text, int start) {
    NestedQuotes quotes = new NestedQuotes(text);
    quotes.open.push(start);
    int limit = Math.min(text.length(), start + MAX_LENGTH);
    for (int i = start + 1; i < limit; i++) {
      quotes.read(i);
      if (quotes.open.isEmpty()) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of the opening mark that the mark at {@code end} closes; -1 if there is none
   * on the same line.
   */
  static int start(String text, int end) {
    NestedQuotes quotes = new NestedQuotes(text);
    int line = text.lastIndexOf('\n', end) + 1;
    for (int i = Math.max(line, end - MAX_LENGTH); i < end; i++) {
      quotes.read(i);
    }
    Integer innermost = quotes.open.peek();
    return innermost != null && quotes.closesInnermost(end) ? innermost : -1;
  }

  static boolean isDouble(char mark) {
    return Punctuation.isOpeningQuote(mark) && SINGLE.indexOf(mark) < 0;
  }

  private void read(int at) {
    if (isDouble(text.charAt(at)) && opens(at)) {
      open.push(at);
    } else if (closesInnermost(at)) {
      open.pop();
    }
  }

  private boolean closesInnermost(int at) {
    Integer innermost = open.peek();
    return innermost != null && Punctuation.closes(text.charAt(innermost), text.charAt(at));
  }

  private boolean opens(int at) {
    boolean hasContent = at + 1 < text.length() && !endsClause(text.charAt(at + 1));
    return hasContent && (UNDIRECTED.indexOf(text.charAt(at)) < 0 || startsClause(at));
  }

  private boolean startsClause(int at) {
    if (at == 0) {
      return true;
    }
    char before = text.charAt(at - 1);
    return Punctuation.isSpace(before)
        || Punctuation.isOpeningBracket(before)
        || "-–—/".indexOf(before) >= 0
        || (Punctuation.isOpeningQuote(before) && Integer.valueOf(at - 1).equals(open.peek()));
  }

  private static boolean endsClause(char next) {
    return Punctuation.isSpace(next)
        || Punctuation.isClosingBracket(next)
        || ".,;:!?…".indexOf(next) >= 0;
  }
}
