package dev.arag.index.split;

/** A range of text, {@code end} exclusive. */
record Span(int start, int end) {
  int length() {
    return end - start;
  }
}
