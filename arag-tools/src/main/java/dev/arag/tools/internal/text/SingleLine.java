package dev.arag.tools.internal.text;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Converts text to a single line: sanitizes the text and replaces each run of white space with one
 * space.
 */
public final class SingleLine {
  private SingleLine() {}

  public static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    TextSanitizer.sanitize(text).codePoints().forEach(character -> append(out, character));
    return out.toString().strip();
  }

  private static void append(StringBuilder out, int character) {
    if (!CharacterClass.isWhiteSpace(character) && !Character.isISOControl(character)) {
      out.appendCodePoint(character);
    } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
  }
}
