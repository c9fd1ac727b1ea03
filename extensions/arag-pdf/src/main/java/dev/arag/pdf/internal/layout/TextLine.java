package dev.arag.pdf.internal.layout;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of text on a page.
 *
 * @param words at least one, in logical order
 * @param text the words, separated by spaces
 * @param left the left edge of the box around all words, as {@link Word} measures it; likewise top,
 *     right and bottom
 * @param fontSize the size of the largest letter, in points
 */
public record TextLine(
    List<Word> words,
    String text,
    float left,
    float top,
    float right,
    float bottom,
    float fontSize) {
  public TextLine(List<Word> words) {
    this(
        List.copyOf(words),
        words.stream().map(Word::text).collect(Collectors.joining(" ")),
        (float) words.stream().mapToDouble(Word::left).min().orElseThrow(),
        (float) words.stream().mapToDouble(Word::top).min().orElseThrow(),
        (float) words.stream().mapToDouble(Word::right).max().orElseThrow(),
        (float) words.stream().mapToDouble(Word::bottom).max().orElseThrow(),
        (float) words.stream().mapToDouble(Word::fontSize).max().orElseThrow());
  }

  /** Lines are compared by identity, because two lines may have the same text. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
