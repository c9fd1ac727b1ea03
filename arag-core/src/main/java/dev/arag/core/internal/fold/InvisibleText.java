package dev.arag.core.internal.fold;

/** Removes invisible characters from text. */
public final class InvisibleText {
  private InvisibleText() {}

  /**
   * Removes the characters for which {@link CharacterClass#isInvisible} is true.
   *
   * @return the text without these characters; the same instance if it has none
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
