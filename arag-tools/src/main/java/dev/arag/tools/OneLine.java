package dev.arag.tools;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.tools.internal.ShownText;

/** Text on one line: without invisible characters, each run of white space one space. */
final class OneLine {
  private OneLine() {}

  static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    ShownText.of(text).codePoints().forEach(character -> append(out, character));
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
