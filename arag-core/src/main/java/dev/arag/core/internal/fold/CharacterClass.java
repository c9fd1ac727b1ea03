package dev.arag.core.internal.fold;

/** Classes of characters. */
public final class CharacterClass {
  private CharacterClass() {}

  public static boolean isWordPart(int character) {
    return Character.isLetterOrDigit(character)
        || Character.getType(character) == Character.NON_SPACING_MARK;
  }

  public static boolean isUnspacedScript(int character) {
    Character.UnicodeScript script = Character.UnicodeScript.of(character);
    return script == Character.UnicodeScript.HAN
        || script == Character.UnicodeScript.HIRAGANA
        || script == Character.UnicodeScript.KATAKANA
        || script == Character.UnicodeScript.THAI
        || script == Character.UnicodeScript.LAO
        || script == Character.UnicodeScript.KHMER
        || script == Character.UnicodeScript.MYANMAR;
  }

  public static boolean isInvisible(int character) {
    return Character.getType(character) == Character.FORMAT;
  }

  public static boolean isWhiteSpace(int character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }

  public static boolean isLatin(int character) {
    return Character.UnicodeScript.of(character) == Character.UnicodeScript.LATIN;
  }
}
