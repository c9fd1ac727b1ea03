package dev.arag.core.internal.fold;

import java.util.Objects;

/** Whether an occurrence stands for itself or is part of a longer word. */
public final class WordEdges {
  private WordEdges() {}

  /**
   * True where no letter, number or mark touches an occurrence from outside. An edge whose own
   * character is of an unspaced script ({@link CharacterClass#isUnspacedScript}) is always free.
   *
   * @param folded folded text
   * @param start UTF-16 start of the occurrence
   * @param end UTF-16 end, exclusive, after start
   */
  public static boolean isWhole(CharSequence folded, int start, int end) {
    Objects.checkFromToIndex(start, end, folded.length());
    if (start == end) {
      throw new IllegalArgumentException("an occurrence is not empty, was at " + start);
    }
    return startIsFree(folded, start) && endIsFree(folded, end);
  }

  private static boolean startIsFree(CharSequence folded, int start) {
    return start == 0
        || !CharacterClass.isWordPart(Character.codePointBefore(folded, start))
        || CharacterClass.isUnspacedScript(Character.codePointAt(folded, start));
  }

  private static boolean endIsFree(CharSequence folded, int end) {
    return end == folded.length()
        || !CharacterClass.isWordPart(Character.codePointAt(folded, end))
        || CharacterClass.isUnspacedScript(Character.codePointBefore(folded, end));
  }
}
