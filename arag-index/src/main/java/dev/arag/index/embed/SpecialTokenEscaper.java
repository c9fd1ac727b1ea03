package dev.arag.index.embed;

import java.util.Collection;
import java.util.List;

/**
 * The texts a tokenizer takes for special tokens wherever they stand. In a document or a query they
 * are text like any other: a space after their first character keeps them so.
 */
final class SpecialTokenEscaper {
  private final List<String> markers;

  /**
   * @param markers one that is a single character cannot be opened, nor one of white space, which
   *     some vocabularies add
   */
  SpecialTokenEscaper(Collection<String> markers) {
    this.markers = markers.stream().filter(SpecialTokenEscaper::canBeEscaped).toList();
  }

  private static boolean canBeEscaped(String marker) {
    return !marker.isBlank() && marker.codePointCount(0, marker.length()) > 1;
  }

  /** The text with its special markers opened up. */
  String escape(String text) {
    String defused = text;
    for (String marker : markers) {
      defused = defused.replace(marker, insertSpace(marker));
    }
    return defused;
  }

  private static String insertSpace(String marker) {
    int first = marker.offsetByCodePoints(0, 1);
    return marker.substring(0, first) + " " + marker.substring(first);
  }
}
