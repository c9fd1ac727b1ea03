package dev.arag.core.internal.fold;

import java.util.Objects;

/**
 * A folded text with a mapping of its offsets to the source text. Immutable; safe for use by
 * several threads.
 */
public final class FoldedText {
  private final String text;
  private final int sourceLength;
  private final OffsetMap map;

  FoldedText(String text, int sourceLength, OffsetMap map) {
    this.text = text;
    this.sourceLength = sourceLength;
    this.map = map;
  }

  static FoldedText unchanged(String text) {
    return new FoldedText(text, text.length(), OffsetMap.IDENTITY);
  }

  /** The folded text; the source instance itself if folding changed nothing. */
  public String text() {
    return text;
  }

  /**
   * The start of the source of a folded character. If several source characters were folded
   * together, such as a letter with its marks, it is the first of them.
   *
   * @param foldedIndex UTF-16 index into {@link #text()}, 0 to its length
   * @return UTF-16 index into the source; the length of the source for the end of the text
   */
  public int sourceStart(int foldedIndex) {
    Objects.checkIndex(foldedIndex, text.length() + 1);
    return foldedIndex == text.length() ? sourceLength : map.start(foldedIndex);
  }

  /**
   * The end of the source of the folded character before an offset, without dropped characters
   * after it.
   *
   * @param foldedEnd UTF-16 end, exclusive, in {@link #text()}, 0 to its length
   * @return UTF-16 end, exclusive, in the source; 0 for 0
   */
  public int sourceEnd(int foldedEnd) {
    Objects.checkIndex(foldedEnd, text.length() + 1);
    return foldedEnd == 0 ? 0 : map.end(foldedEnd);
  }

  OffsetMap map() {
    return map;
  }

  int sourceLength() {
    return sourceLength;
  }
}
