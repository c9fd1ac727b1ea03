package dev.arag.agent.internal.markup;

/**
 * Replaces the characters of untrusted text that can control a terminal or the direction of the
 * text around them. Control characters, bidirectional control characters, noncharacters, and
 * unpaired surrogates are replaced with U+FFFD. Line feeds and tabs are kept, and carriage returns
 * are removed.
 */
public final class PrintableText {
  private PrintableText() {}

  public static String of(String untrusted) {
    StringBuilder out = new StringBuilder(untrusted.length());
    untrusted
        .codePoints()
        .filter(character -> character != '\r')
        .forEach(character -> out.appendCodePoint(isPrintable(character) ? character : 0xFFFD));
    return out.toString();
  }

  private static boolean isPrintable(int character) {
    if (character == '\n' || character == '\t') {
      return true;
    }
    boolean isSurrogate = character >= 0xD800 && character <= 0xDFFF;
    boolean isOverride =
        (character >= 0x202A && character <= 0x202E)
            || (character >= 0x2066 && character <= 0x2069);
    boolean isNoCharacter = (character & 0xFFFE) == 0xFFFE;
    return !Character.isISOControl(character) && !isSurrogate && !isOverride && !isNoCharacter;
  }
}
