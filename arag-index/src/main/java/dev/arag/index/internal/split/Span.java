package dev.arag.index.internal.split;

/** A range of text, {@code end} exclusive. */
public record Span(int start, int end) {
  public int length() {
    return end - start;
  }
}
