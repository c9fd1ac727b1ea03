package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Decides about marks and spaces that end sentences in some scripts only. */
final class ScriptRules {
  /** The shortest sentence that a space ends in scripts without full stops, in UTF-16 units. */
  private static final int MIN_UNPUNCTUATED = 80;

  private final TextRange range;

  ScriptRules(TextRange range) {
    this.range = range;
  }

  /** The colon ends Armenian sentences and Arabic introductions, the semicolon Greek questions. */
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

  /** One word before the mark, as in {@code he said}, is not a sentence. */
  private boolean followsSeveralWords(int at, int sentenceStart) {
    for (int i = at - 1; i > Math.max(sentenceStart, at - TextRange.MAX_WORD); i--) {
      if (range.isSpace(i)) {
        return i > range.skipSpaces(sentenceStart);
      }
    }
    return false;
  }

  /** Thai and Lao separate sentences, and clauses too, by a space only. */
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
