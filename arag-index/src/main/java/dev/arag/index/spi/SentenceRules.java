package dev.arag.index.spi;

import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * Rules that split documents into sentences, in place of the default rules of this library. An
 * index records their {@link #name()} and cannot be used with other rules later, because its chunk
 * ids, sentences and vectors depend on the rules. Sentences that such rules find have no headings.
 * Implementations must be immutable and thread-safe.
 */
public interface SentenceRules {
  /**
   * A sentence in a text.
   *
   * @param start the offset of its first UTF-16 unit
   * @param end the offset after its last UTF-16 unit
   */
  record Range(int start, int end) {
    public Range {
      if (start < 0 || end <= start) {
        throw new IllegalArgumentException(
            "start must be >= 0 and less than end, was " + start + " to " + end);
      }
    }
  }

  /**
   * The name that an index records, such as {@code paper}: a lower-case letter, then lower-case
   * letters, digits and dashes; not {@code default}.
   */
  String name();

  /**
   * The version of the rules, which is part of the hash in chunk ids. It must change when the rules
   * change, and differ from the versions of all other rules, so that a chunk id never identifies
   * two different texts. It must not begin with {@code rules}, with which the versions of the
   * default rules begin.
   */
  String version();

  /**
   * Finds the sentences between two offsets of a text.
   *
   * @param from the first offset, in UTF-16 units
   * @param to the offset after the last unit
   * @return the sentences in text order, without surrounding white space
   */
  List<Range> find(String text, int from, int to);

  /**
   * Returns the text that is embedded for a sentence. An empty text cannot be embedded; the text of
   * the sentence is then embedded instead.
   */
  String embeddedText(Sentence sentence);
}
