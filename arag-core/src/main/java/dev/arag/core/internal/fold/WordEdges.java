package dev.arag.core.internal.fold;

import java.util.Objects;

/** Determines whether an occurrence of a keyword is a whole word or a part of a longer word. */
public final class WordEdges {
  private WordEdges() {}

  /**
   * Whether an occurrence is a whole word, that is, no letter, number or mark is adjacent to it.
   * There is one exception: an edge is always a word boundary if the character on either side
   * belongs to a script without spaces ({@link CharacterClass#isUnspacedScript}). Text in such
   * scripts has no spaces between words or around foreign words.
   *
   * @param folded the folded text
   * @param start the start of the occurrence, in UTF-16 units
   * @param end the end of the occurrence, exclusive, in UTF-16 units; greater than {@code start}
   */
  public static boolean isWhole(CharSequence folded, int start, int end) {
    Objects.checkFromToIndex(start, end, folded.length());
    if (start == end) {
      throw new IllegalArgumentException(
          "An occurrence must not be empty, but its start and end were " + start);
    }
    return startIsFree(folded, start) && endIsFree(folded, end);
  }

  /** Whether the start of an occurrence is a word boundary. */
  public static boolean startIsFree(CharSequence folded, int start) {
    return start == 0
        || isFree(Character.codePointBefore(folded, start), Character.codePointAt(folded, start));
  }

  /** Whether the end of an occurrence is a word boundary. */
  public static boolean endIsFree(CharSequence folded, int end) {
    return end == folded.length()
        || isFree(Character.codePointAt(folded, end), Character.codePointBefore(folded, end));
  }

  /**
   * Whether an edge of an occurrence is a word boundary.
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
