package dev.arag.agent.internal.trajectory;

/**
 * Escapes untrusted text for an HTML page, so that the text cannot add elements, attributes, or
 * entities to the page. Control characters, bidirectional control characters, noncharacters, and
 * unpaired surrogates are replaced with U+FFFD.
 */
final class HtmlEscaper {
  private HtmlEscaper() {}

  static String text(String untrusted) {
    StringBuilder out = new StringBuilder(untrusted.length() + untrusted.length() / 8);
    untrusted.codePoints().forEach(character -> append(out, character));
    return out.toString();
  }

  private static void append(StringBuilder out, int character) {
    switch (character) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      case '\n', '\t' -> out.append((char) character);
      case '\r' -> out.append("");
      default -> out.appendCodePoint(isPrintable(character) ? character : 0xFFFD);
    }
  }

  private static boolean isPrintable(int character) {
    boolean isSurrogate = character >= 0xD800 && character <= 0xDFFF;
    boolean isOverride =
        (character >= 0x202A && character <= 0x202E)
            || (character >= 0x2066 && character <= 0x2069);
    boolean isNoCharacter = (character & 0xFFFE) == 0xFFFE;
    return !Character.isISOControl(character) && !isSurrogate && !isOverride && !isNoCharacter;
  }
}
