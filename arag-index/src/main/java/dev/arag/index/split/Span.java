package dev.arag.index.split;

/** A stretch of text, {@code end} exclusive. */
record Span(int start, int end) {
  int length() {
    return end - start;
  }
}
