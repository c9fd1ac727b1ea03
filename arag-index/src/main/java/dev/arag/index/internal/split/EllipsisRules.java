package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Recognizes ellipses: runs of dots, the character {@code …}, and dots with spaces between. */
final class EllipsisRules {
  private final TextRange range;

  EllipsisRules(TextRange range) {
    this.range = range;
  }

  /** Whether a run of dots with spaces between begins with this one. */
  boolean isSpaced(int dot) {
    int to = range.to();
    return dot + 2 < to
        && range.charAt(dot) == '.'
        && range.charAt(dot + 1) == ' '
        && range.charAt(dot + 2) == '.'
        && (dot + 3 >= to || isAfterDots(range.charAt(dot + 3)));
  }

  private static boolean isAfterDots(char unit) {
    return unit != '.' && !CharacterClass.isWordPart(unit);
  }

  /** The last dot of a run of dots with spaces between. */
  int lastSpacedDot(int dot) {
    int last = dot;
    while (last + 2 < range.to()
        && range.charAt(last + 1) == ' '
        && range.charAt(last + 2) == '.') {
      last += 2;
    }
    return last;
  }

  /** Whether an ellipsis before a word begins here: {@code ...and then}. */
  boolean isBeforeWord(int at) {
    int after = range.skipTerminators(at);
    return isEllipsis(at) && after < range.to() && CharacterClass.isWordPart(range.charAt(after));
  }

  /**
   * Whether the dots replace words: after an opening bracket or white space.
   *
   * @param after the offset after the run of terminators that begins at {@code mark}
   */
  boolean isOmission(int mark, int after) {
    if (mark == range.from() || !isEllipsis(mark) || after - mark > 3) {
      return false;
    }
    char before = range.charAt(mark - 1);
    return before == '[' || before == '(' || Characters.isSpace(before);
  }

  private boolean isEllipsis(int at) {
    return range.text().startsWith("...", at) || range.charAt(at) == '…';
  }
}
