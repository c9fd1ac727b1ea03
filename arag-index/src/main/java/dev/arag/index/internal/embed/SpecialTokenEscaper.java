package dev.arag.index.internal.embed;

import java.util.Collection;
import java.util.List;

/**
 * Escapes text that a tokenizer would read as special tokens. In documents and queries, such text
 * is ordinary text. A space after its first character prevents the tokenizer from recognizing a
 * special token.
 */
public final class SpecialTokenEscaper {
  private final List<String> markers;

  /**
   * @param markers the texts of special tokens. Some vocabularies have special tokens that are one
   *     character or white space; these cannot be escaped and are ignored
   */
  public SpecialTokenEscaper(Collection<String> markers) {
    this.markers = markers.stream().filter(SpecialTokenEscaper::canBeEscaped).toList();
  }

  private static boolean canBeEscaped(String marker) {
    return !marker.isBlank() && marker.codePointCount(0, marker.length()) > 1;
  }

  /** Returns the text with all markers escaped. */
  public String escape(String text) {
    String escaped = text;
    for (String marker : markers) {
      escaped = escaped.replace(marker, insertSpace(marker));
    }
    return escaped;
  }

  private static String insertSpace(String marker) {
    int first = marker.offsetByCodePoints(0, 1);
    return marker.substring(0, first) + " " + marker.substring(first);
  }
}
