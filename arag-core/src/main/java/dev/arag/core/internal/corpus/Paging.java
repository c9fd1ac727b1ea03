package dev.arag.core.internal.corpus;

/** Validates the parameters that select a slice of hits. */
public final class Paging {
  private Paging() {}

  public static void require(int topK, int offset) {
    if (topK < 1) {
      throw new IllegalArgumentException("topK must be >= 1, was " + topK);
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
  }
}
