package dev.arag.core.internal.fold;

/** A folded text and the way back to its source. */
public final class FoldedText {
  private final String text;
  private final int[] starts;
  private final int sourceLength;

  FoldedText(String text, int[] starts, int sourceLength) {
    this.text = text;
    this.starts = starts;
    this.sourceLength = sourceLength;
  }

  public String text() {
    return text;
  }

  public int sourceStart(int foldedIndex) {
    return foldedIndex >= text.length() ? sourceLength : starts[foldedIndex];
  }

  public int sourceEnd(int foldedEnd) {
    return foldedEnd >= text.length() ? sourceLength : starts[foldedEnd];
  }
}
