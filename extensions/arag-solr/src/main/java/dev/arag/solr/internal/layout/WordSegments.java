package dev.arag.solr.internal.layout;

import dev.arag.core.spi.MatchingRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits folded text at word boundaries. A phrase of segments then occurs where a keyword occurs as
 * a whole word, and the server needs no rules of word boundaries.
 *
 * <p>A segment begins with two digits. The first is 0 if no word can begin at the start of the
 * segment, 2 if one can and a space precedes it, and 1 otherwise. The second is 1 if a word can end
 * at the end of the segment, and 0 otherwise. A space is not a segment. Whether a word can begin or
 * end between two characters depends only on these characters. The digits inside of a keyword are
 * therefore those inside of its occurrences.
 */
public final class WordSegments {
  /** Separates the segments in a field. Folded text has no line feeds. */
  public static final String SEPARATOR = "\n";

  /** Solr rejects terms of more than 32,766 bytes. */
  private static final int MAX_LENGTH = 256;

  /** Begins the hash of a long segment. Folded text has no tabs. */
  private static final char HASH_MARK = '\t';

  private static final String SPACE = " ";

  private WordSegments() {}

  /** Returns the value of a field for a folded text. */
  public static String fieldValue(String folded) {
    return String.join(SEPARATOR, of(folded));
  }

  /**
   * Returns the phrases of which one occurs where a keyword is a whole word: one that follows a
   * space, and one that does not.
   *
   * @param keyword a search term of a query, which neither begins nor ends with a space
   */
  public static List<String> phrases(String keyword) {
    String phrase = fieldValue(keyword);
    return List.of(phrase, '2' + phrase.substring(1));
  }

  private static List<String> of(String folded) {
    List<String> segments = new ArrayList<>();
    int start = 0;
    while (start < folded.length()) {
      int end = end(folded, start);
      String segment = folded.substring(start, end);
      if (!segment.equals(SPACE)) {
        segments.add(first(folded, start) + second(folded, end) + shortened(segment));
      }
      start = end;
    }
    return segments;
  }

  /** Returns the next offset at which a word can begin or end. */
  private static int end(String folded, int start) {
    int end = folded.offsetByCodePoints(start, 1);
    while (end < folded.length()
        && !MatchingRules.isWordStart(folded, end)
        && !MatchingRules.isWordEnd(folded, end)) {
      end = folded.offsetByCodePoints(end, 1);
    }
    return end;
  }

  private static String first(String folded, int start) {
    if (!MatchingRules.isWordStart(folded, start)) {
      return "0";
    }
    return start > 0 && folded.charAt(start - 1) == ' ' ? "2" : "1";
  }

  private static String second(String folded, int end) {
    return MatchingRules.isWordEnd(folded, end) ? "1" : "0";
  }

  private static String shortened(String segment) {
    return segment.length() <= MAX_LENGTH ? segment : HASH_MARK + Keys.hash(segment);
  }
}
