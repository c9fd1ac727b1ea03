package dev.arag.core.spi;

import java.util.List;

/**
 * Finds the spans of a sentence that a corpus stores as mentions, such as names and phrases. Two
 * spans have the same key if their folded texts are equal. Implementations are thread-safe and
 * deterministic: the same arguments always produce the same result.
 */
public interface MentionFinder {
  /**
   * Finds the mentions in a sentence. Spans may overlap; equal spans count once. A span without a
   * visible letter or digit, one with the character U+0000, and one longer than {@link
   * Span#MAX_LENGTH} are ignored.
   *
   * @param sentence the text of a sentence, not blank. It may be long, such as a line of a table
   * @param heading the titles of the sections that contain the sentence, outermost first; may be
   *     empty
   * @return the spans of the sentence, in any order; only the first {@link #MAX_SPANS} in text
   *     order count
   */
  List<Span> find(String sentence, List<String> heading);

  /**
   * Identifies everything that affects the spans, such as the rules and their version. Not blank.
   * An index stores this value. If it changes, the index finds the mentions of all documents again.
   */
  String fingerprint();

  /** The maximum number of mentions of a sentence. */
  int MAX_SPANS = 256;

  /**
   * A part of a sentence, in UTF-16 units.
   *
   * @param start the offset of the first unit in the sentence, at least 0
   * @param end the offset after the last unit, greater than {@code start}
   */
  record Span(int start, int end) {
    /** The maximum length of a mention in UTF-16 units. */
    public static final int MAX_LENGTH = 128;

    public Span {
      if (start < 0 || end <= start) {
        throw new IllegalArgumentException(
            "A span must have a start >= 0 and a greater end, was " + start + " to " + end);
      }
    }

    public int length() {
      return end - start;
    }
  }
}
