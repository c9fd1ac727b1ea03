package dev.arag.core.internal.fold;

/** Text without the characters nobody sees. */
public final class InvisibleText {
  private InvisibleText() {}

  public static String strip(String text) {
    if (text.codePoints().noneMatch(CharacterClass::isInvisible)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints().filter(c -> !CharacterClass.isInvisible(c)).forEach(out::appendCodePoint);
    return out.toString();
  }
}
