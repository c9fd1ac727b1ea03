package dev.arag.core.internal.token;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Splits text into the pieces that the o200k vocabulary encodes separately. A piece is a word with
 * a preceding symbol or space, a group of up to three digits, a run of punctuation, or white space.
 * The pieces are the same as those of the regular expression published with the vocabulary, for the
 * pinned Unicode version. In contrast to a regular expression, this class does not backtrack. Not
 * thread-safe.
 */
public final class O200kPreTokenizer {
  private static final int UPPER = 1;
  private static final int LOWER = 2;
  private static final int CASELESS = 4;
  private static final int MARK = 8;
  private static final int NUMBER = 16;
  private static final int SPACE = 32;
  private static final int LINE_BREAK = 64;
  private static final int SYMBOL = 128;

  private static final int HEAD = UPPER | CASELESS | MARK;
  private static final int TAIL = LOWER | CASELESS | MARK;

  /** The kinds of characters that may precede the letters of a word in the same piece. */
  private static final int PREFIX = MARK | SPACE | SYMBOL;

  private static final int NOWHERE = -1;
  private static final int MAX_DIGITS = 3;
  private static final byte[] KINDS = kinds();

  private final String text;
  private final int limit;

  /**
   * @param limit the end of the text, in UTF-16 units; later characters are ignored
   */
  public O200kPreTokenizer(String text, int limit) {
    this.text = text;
    this.limit = limit;
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[Character.MIN_SUPPLEMENTARY_CODE_POINT];
    for (int unit = 0; unit < kinds.length; unit++) {
      kinds[unit] = (byte) kindOf(unit);
    }
    return kinds;
  }

  private static int kindOf(int codePoint) {
    if (CharacterClass.isLetter(codePoint)) {
      return letterKindOf(codePoint);
    }
    if (CharacterClass.isMark(codePoint)) {
      return MARK;
    }
    if (CharacterClass.isNumber(codePoint)) {
      return NUMBER;
    }
    if (codePoint == '\n' || codePoint == '\r') {
      return LINE_BREAK;
    }
    return CharacterClass.isWhiteSpace(codePoint) ? SPACE : SYMBOL;
  }

  private static int letterKindOf(int codePoint) {
    if (CharacterClass.isUpperCase(codePoint)) {
      return UPPER;
    }
    return CharacterClass.isLowerCase(codePoint) ? LOWER : CASELESS;
  }

  /**
   * Returns the end of the piece that begins at {@code from}. The end is greater than {@code from}
   * and at most the limit.
   */
  public int end(int from) {
    int word = wordEnd(from);
    return word == NOWHERE ? endOfOther(from) : word;
  }

  /**
   * Returns the end of the word that begins at {@code from}, or {@link #NOWHERE} if no word begins
   * there. Within a word, upper-case letters come before lower-case letters. If no lower-case
   * letter follows, the word ends after its last mark or letter without case.
   */
  private int wordEnd(int from) {
    int first = kind(from);
    int start = (first & PREFIX) == 0 ? from : next(from);
    int caseless = first == MARK ? start : NOWHERE;
    int at = start;
    while (is(HEAD, at)) {
      int kind = kind(at);
      at = next(at);
      caseless = kind == UPPER ? caseless : at;
    }
    if (is(LOWER, at)) {
      return withContraction(endOfRun(TAIL, at));
    }
    if (caseless != NOWHERE) {
      return withContraction(caseless);
    }
    return at == start ? NOWHERE : withContraction(at);
  }

  /**
   * Extends the end of a word past a following 's, 't, 'm, 'd, 're, 've or 'll, in upper or lower
   * case.
   */
  private int withContraction(int end) {
    if (end + 1 >= limit || text.charAt(end) != '\'') {
      return end;
    }
    return switch (lower(end + 1)) {
      case 's', 't', 'm', 'd' -> end + 2;
      case 'r', 'v' -> lower(end + 2) == 'e' ? end + 3 : end;
      case 'l' -> lower(end + 2) == 'l' ? end + 3 : end;
      default -> end;
    };
  }

  /** Returns a letter of a contraction in lower case. The long s (U+017F) counts as s. */
  private char lower(int at) {
    char unit = at < limit ? text.charAt(at) : 0;
    if (unit == '\u017F') {
      return 's';
    }
    return unit >= 'A' && unit <= 'Z' ? (char) (unit | 0x20) : unit;
  }

  private int endOfOther(int from) {
    int kind = kind(from);
    if (kind == NUMBER) {
      return endOfNumber(from);
    }
    if ((kind & (SPACE | LINE_BREAK)) == 0) {
      return endOfSymbols(from);
    }
    boolean leadsSymbols = text.charAt(from) == ' ' && is(SYMBOL, from + 1);
    return leadsSymbols ? endOfSymbols(from + 1) : endOfSpace(from);
  }

  private int endOfNumber(int from) {
    int at = from;
    for (int digits = 0; digits < MAX_DIGITS && is(NUMBER, at); digits++) {
      at = next(at);
    }
    return at;
  }

  private int endOfSymbols(int from) {
    int at = endOfRun(SYMBOL | MARK, from);
    while (at < limit && (is(LINE_BREAK, at) || text.charAt(at) == '/')) {
      at++;
    }
    return at;
  }

  /**
   * Returns the end of a run of white space. The piece ends after the last line break in the run.
   * If the run has no line break, its last space belongs to the next word.
   */
  private int endOfSpace(int from) {
    int at = from;
    int lastBreak = NOWHERE;
    while (is(SPACE | LINE_BREAK, at)) {
      lastBreak = kind(at) == LINE_BREAK ? at : lastBreak;
      at++;
    }
    if (lastBreak != NOWHERE) {
      return lastBreak + 1;
    }
    return at == limit || at - from == 1 ? at : at - 1;
  }

  private int endOfRun(int kinds, int from) {
    int at = from;
    while (is(kinds, at)) {
      at = next(at);
    }
    return at;
  }

  private boolean is(int kinds, int at) {
    return at < limit && (kind(at) & kinds) != 0;
  }

  private int kind(int at) {
    char unit = text.charAt(at);
    return isPair(unit, at) ? kindOf(text.codePointAt(at)) : KINDS[unit] & 0xFF;
  }

  private int next(int at) {
    return isPair(text.charAt(at), at) ? at + 2 : at + 1;
  }

  private boolean isPair(char unit, int at) {
    return Character.isHighSurrogate(unit)
        && at + 1 < limit
        && Character.isLowSurrogate(text.charAt(at + 1));
  }
}
