package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Decides whether a mark or space that ends sentences only in some scripts ends a sentence. */
final class ScriptRules {
  /** The minimum length of a sentence that ends at a space, in UTF-16 units. */
  private static final int MIN_UNPUNCTUATED = 80;

  private final TextScanner range;

  ScriptRules(TextScanner range) {
    this.range = range;
  }

  /**
   * Returns whether a colon or semicolon ends a sentence. The colon ends Armenian sentences and
   * Arabic introductions to a quote. The semicolon ends Greek questions.
   */
  boolean endsAtMark(int at, int sentenceStart) {
    if (at == range.from() || at + 1 >= range.to()) {
      return false;
    }
    Script script = Script.of(range.charAt(at - 1));
    if (range.charAt(at) == ';') {
      return script == Script.GREEK;
    }
    return script == Script.ARMENIAN
        || (script == Script.ARABIC && followsSeveralWords(at, sentenceStart));
  }

  /** Returns whether several words precede the mark. A single word is not a sentence. */
  private boolean followsSeveralWords(int at, int sentenceStart) {
    for (int i = at - 1; i > Math.max(sentenceStart, at - TextScanner.MAX_WORD); i--) {
      if (range.isSpace(i)) {
        return i > range.skipSpaces(sentenceStart);
      }
    }
    return false;
  }

  /**
   * Returns whether a space ends a sentence. Thai and Lao separate sentences with spaces, and also
   * clauses, so a sentence must have a minimum length.
   */
  boolean endsAtSpace(int at, int sentenceStart) {
    return at > range.from()
        && at + 1 < range.to()
        && at - sentenceStart >= MIN_UNPUNCTUATED
        && isThaiOrLao(range.charAt(at - 1))
        && isThaiOrLao(range.charAt(at + 1));
  }

  private static boolean isThaiOrLao(char unit) {
    return unit >= '\u0E01' && unit <= '\u0EFF' && !CharacterClass.isDigit(unit);
  }
}
