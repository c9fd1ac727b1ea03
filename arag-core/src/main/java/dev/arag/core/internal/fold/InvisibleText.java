package dev.arag.core.internal.fold;

/** Text as people see it. */
public final class InvisibleText {
  private InvisibleText() {}

  /**
   * Leaves out the characters that {@link CharacterClass#isInvisible} names.
   *
   * @return the same instance where there are none
   */
  public static String strip(String text) {
    int first = firstIn(text);
    return first == text.length() ? text : stripFrom(text, first);
  }

  private static int firstIn(String text) {
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (codePoint >= 0x80 && CharacterClass.isInvisible(codePoint)) {
        return at;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }

  private static String stripFrom(String text, int first) {
    StringBuilder visible = new StringBuilder(text.length()).append(text, 0, first);
    int at = first;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (!CharacterClass.isInvisible(codePoint)) {
        visible.appendCodePoint(codePoint);
      }
      at += Character.charCount(codePoint);
    }
    return visible.toString();
  }
}
