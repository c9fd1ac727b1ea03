package dev.arag.agent.internal.trajectory;

/**
 * Foreign text as text of an HTML page. Nothing in it can begin an element, an attribute or an
 * entity; what would take over the page's look (control characters, direction overrides) and what
 * is no character (half of a surrogate pair) becomes U+FFFD.
 */
final class HtmlText {
  private HtmlText() {}

  static String text(String foreign) {
    StringBuilder out = new StringBuilder(foreign.length() + foreign.length() / 8);
    foreign.codePoints().forEach(character -> append(out, character));
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
