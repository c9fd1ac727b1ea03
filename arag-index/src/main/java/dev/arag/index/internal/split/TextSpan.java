package dev.arag.index.internal.split;

/** A range of text from {@code start}, inclusive, to {@code end}, exclusive. */
public record TextSpan(int start, int end) {
  public int length() {
    return end - start;
  }
}
