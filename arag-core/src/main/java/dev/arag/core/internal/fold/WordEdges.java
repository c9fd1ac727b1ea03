package dev.arag.core.internal.fold;

/** Where words end. */
public final class WordEdges {
  private WordEdges() {}

  public static boolean isWhole(CharSequence folded, int start, int end) {
    int first = Character.codePointAt(folded, start);
    int last = Character.codePointBefore(folded, end);
    boolean left =
        start == 0
            || CharacterClass.isUnspacedScript(first)
            || !CharacterClass.isWordPart(Character.codePointBefore(folded, start));
    boolean right =
        end == folded.length()
            || CharacterClass.isUnspacedScript(last)
            || !CharacterClass.isWordPart(Character.codePointAt(folded, end));
    return left && right;
  }
}
