package dev.arag.core.internal.fold;

import java.util.Objects;

/** Distinguishes whole words from parts of longer words. */
public final class WordEdges {
  private WordEdges() {}

  /**
   * Whether no letter, number or mark is adjacent to an occurrence. An edge is always free if an
   * adjacent character belongs to a script without spaces ({@link
   * CharacterClass#isUnspacedScript}). Such text has no spaces between its words or around foreign
   * words.
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
        || isFree(Character.codePointBefore(folded, start), Character.codePointAt(folded, start));
  }

  private static boolean endIsFree(CharSequence folded, int end) {
    return end == folded.length()
        || isFree(Character.codePointAt(folded, end), Character.codePointBefore(folded, end));
  }

  /**
   * Whether an edge of an occurrence is free.
   *
   * @param outside the adjacent character outside the occurrence
   * @param inside the adjacent character inside the occurrence
   */
  public static boolean isFree(int outside, int inside) {
    return !CharacterClass.isWordPart(outside)
        || CharacterClass.isUnspacedScript(inside)
        || CharacterClass.isUnspacedScript(outside);
  }
}
