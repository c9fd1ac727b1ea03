package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Recognizes ellipses: runs of dots, the character {@code …}, and spaced dots. */
final class EllipsisRules {
  private final TextScanner range;

  EllipsisRules(TextScanner range) {
    this.range = range;
  }

  /** Returns whether this dot begins a run of spaced dots. */
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

  /** Returns the offset of the last dot of a run of spaced dots. */
  int lastSpacedDot(int dot) {
    int last = dot;
    while (last + 2 < range.to()
        && range.charAt(last + 1) == ' '
        && range.charAt(last + 2) == '.') {
      last += 2;
    }
    return last;
  }

  /** Returns whether an ellipsis begins here and a word follows, as in {@code ...and then}. */
  boolean isBeforeWord(int at) {
    int after = range.skipTerminators(at);
    return isEllipsis(at) && after < range.to() && CharacterClass.isWordPart(range.charAt(after));
  }

  /**
   * Returns whether the dots replace omitted words. Such dots follow an opening bracket or white
   * space.
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
