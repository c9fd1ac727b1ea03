package dev.arag.agent.internal.markup;

/**
 * Escapes untrusted text for an HTML page, so that the text cannot add elements, attributes, or
 * entities to the page. Characters that are not printable are replaced, see {@link PrintableText}.
 */
public final class HtmlEscaper {
  private HtmlEscaper() {}

  public static String text(String untrusted) {
    StringBuilder out = new StringBuilder(untrusted.length() + untrusted.length() / 8);
    PrintableText.of(untrusted).codePoints().forEach(character -> append(out, character));
    return out.toString();
  }

  private static void append(StringBuilder out, int character) {
    switch (character) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> out.appendCodePoint(character);
    }
  }
}
