package dev.arag.core.internal.fold;

import java.util.Objects;

/** A folded text with a mapping of its offsets to the source text. Immutable and thread-safe. */
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

  /**
   * Returns the folded text. If folding did not change the source text, the source instance is
   * returned.
   */
  public String text() {
    return text;
  }

  /**
   * Returns the offset at which the source of a folded character starts. If several source
   * characters were folded together, such as a letter and its marks, this is the offset of the
   * first.
   *
   * @param foldedIndex a UTF-16 index from 0 to the length of {@link #text()}
   * @return the UTF-16 index in the source text; for the end of the folded text, the length of the
   *     source text
   */
  public int sourceStart(int foldedIndex) {
    Objects.checkIndex(foldedIndex, text.length() + 1);
    return foldedIndex == text.length() ? sourceLength : map.start(foldedIndex);
  }

  /**
   * Returns the offset at which the source of the folded character before an offset ends.
   * Characters after it that folding dropped are not included.
   *
   * @param foldedEnd an exclusive UTF-16 end from 0 to the length of {@link #text()}
   * @return the exclusive UTF-16 end in the source text; 0 if {@code foldedEnd} is 0
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
