package dev.arag.index.embed;

import java.util.Collection;
import java.util.List;

/**
 * Escapes text that a tokenizer would read as special tokens. In a document or a query it is
 * ordinary text: a space after its first character keeps the tokenizer from recognising it.
 */
final class SpecialTokenEscaper {
  private final List<String> markers;

  /**
   * @param markers contents of special tokens; those of one character or of white space, which some
   *     vocabularies contain, cannot be escaped and are ignored
   */
  SpecialTokenEscaper(Collection<String> markers) {
    this.markers = markers.stream().filter(SpecialTokenEscaper::canBeEscaped).toList();
  }

  private static boolean canBeEscaped(String marker) {
    return !marker.isBlank() && marker.codePointCount(0, marker.length()) > 1;
  }

  /** Returns the text with all markers escaped. */
  String escape(String text) {
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
