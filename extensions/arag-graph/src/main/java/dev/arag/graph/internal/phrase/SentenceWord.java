package dev.arag.graph.internal.phrase;

/**
 * A word of a sentence.
 *
 * @param follows whether only white space is between this word and the one before, or the full stop
 *     of an initial or a short title
 * @param isCapitalized whether it has an upper-case letter
 * @param isShort whether it is a single letter
 */
record SentenceWord(
    int start,
    int end,
    Kind kind,
    boolean follows,
    boolean isCapitalized,
    boolean isShort,
    boolean isStopWord,
    boolean isConnector) {
  enum Kind {
    /** Letters only. */
    WORD,
    /** A number or an ordinal. */
    NUMBER,
    /** Letters and digits, or a date. */
    CODE,
    /** Characters of a script without spaces between words. */
    UNSPACED
  }

  boolean is(Kind other) {
    return kind == other;
  }

  /** Returns whether the word can be a name in a sentence with capital letters. */
  boolean isName() {
    return kind == Kind.CODE || (kind == Kind.WORD && isCapitalized && !isStopWord);
  }
}
