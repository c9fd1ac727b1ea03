package dev.arag.core.internal.fold;

import java.util.Objects;

/**
 * A folded text and the way back to the text it was made from. Immutable; safe for use by several
 * threads.
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

  /** The folded text; the source instance itself where folding changed nothing. */
  public String text() {
    return text;
  }

  /**
   * Where the source of a folded character starts. Where several source characters became one, or
   * could only be folded together (a letter with its marks), that is the first of them.
   *
   * @param foldedIndex UTF-16 index into {@link #text()}, 0 to its length
   * @return UTF-16 index into the source; the length of the source for the end of the text
   */
  public int sourceStart(int foldedIndex) {
    Objects.checkIndex(foldedIndex, text.length() + 1);
    return foldedIndex == text.length() ? sourceLength : map.start(foldedIndex);
  }

  /**
   * Where the source of the folded character before a place ends; what was dropped after it is not
   * part of it.
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
