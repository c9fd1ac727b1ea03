package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * A range of a text, with methods that skip or read punctuation and words. The number of characters
 * that a method reads is bounded. All offsets are relative to the whole text.
 */
record TextScanner(String text, int from, int to) {
  /** The maximum length of a word that is read before or after a mark, in UTF-16 units. */
  static final int MAX_WORD = 40;

  /** The maximum number of digits in a reference mark. */
  private static final int MAX_REFERENCE = 4;

  /** The maximum length of white space that is skipped between two words. */
  private static final int MAX_GAP = 200;

  char charAt(int at) {
    return text.charAt(at);
  }

  boolean isSpace(int at) {
    return Characters.isSpace(text.charAt(at));
  }

  int skipTerminators(int at) {
    int i = at;
    while (i < to && Characters.isTerminator(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /**
   * Skips closing quotes and brackets.
   *
   * @param quoteClosers quotation marks that also count as closing quotes here
   */
  int skipClosers(int at, String quoteClosers) {
    int i = at;
    while (i < to && isCloser(text.charAt(i), quoteClosers)) {
      i++;
    }
    return i;
  }

  private static boolean isCloser(char unit, String quoteClosers) {
    return Characters.isCloser(unit)
        || quoteClosers.indexOf(unit) >= 0
        || (unit > 0x7F && CharacterClass.isInvisible(unit));
  }

  /** Skips closing quotes that have white space on both sides, as in {@code He left. '' Then}. */
  int skipDetachedQuotes(int at) {
    int start = at < to && isSpace(at) ? at + 1 : at;
    int end = start;
    while (end < to && isQuote(text.charAt(end))) {
      end++;
    }
    boolean detached = start > at && (end == to || isSpace(end));
    return end > start && detached ? end : at;
  }

  private static boolean isQuote(char unit) {
    return unit == '"' || unit == '\'' || unit == '”' || unit == '’' || unit == '»';
  }

  /** Skips reference marks such as {@code [12]} that directly follow a sentence. */
  int skipReferences(int at) {
    int i = at;
    while (i < to && text.charAt(i) == '[') {
      int close = skipDigits(i + 1);
      if (close == i + 1 || close >= to || text.charAt(close) != ']') {
        return i;
      }
      i = close + 1;
    }
    return i;
  }

  private int skipDigits(int at) {
    int last = Math.min(to, at + MAX_REFERENCE);
    int i = at;
    while (i < last && CharacterClass.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  int skipSpaces(int at) {
    int last = Math.min(to, at + MAX_GAP);
    int i = at;
    while (i < last && Characters.isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /**
   * Returns the word directly before a mark, including inner dots and hyphens; empty if there is no
   * word.
   *
   * @param start the smallest offset at which the word may begin
   */
  String wordBefore(int mark, int start) {
    int end = mark;
    while (end > start && mark - end < 2 && CharacterClass.isInvisible(text.charAt(end - 1))) {
      end--;
    }
    int first = Math.max(Math.min(end, start), end - MAX_WORD);
    int begin = end;
    while (begin > first && isInnerMarkOrWordPart(text.charAt(begin - 1))) {
      begin--;
    }
    return text.substring(begin, end);
  }

  private static boolean isInnerMarkOrWordPart(char unit) {
    return unit == '.'
        || unit == '°'
        || unit == '-'
        || unit == '״'
        || unit == '׳'
        || CharacterClass.isWordPart(unit);
  }

  /** Returns the word at an offset, without preceding quotes, brackets and dashes. */
  String wordAfter(int at) {
    int start = at;
    int last = Math.min(to, at + MAX_WORD);
    while (start < last && isBeforeWord(text.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < last && isApostropheOrWordPart(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end);
  }

  private static boolean isBeforeWord(char unit) {
    return switch (unit) {
      case '-', '–', '—', '»', '”', ' ', '\u00A0', '\u202F', '\n', '\r' -> true;
      default -> Characters.isOpener(unit);
    };
  }

  private static boolean isApostropheOrWordPart(char unit) {
    return unit == '\'' || CharacterClass.isWordPart(unit);
  }
}
