package dev.arag.core.corpus;

/**
 * Selects a part of a list, such as one page of results.
 *
 * @param offset the number of elements to skip, at least 0
 * @param size the maximum number of elements, at least 1
 */
public record Slice(int offset, int size) {
  public Slice {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
    if (size < 1) {
      throw new IllegalArgumentException("size must be >= 1, was " + size);
    }
  }

  /** Returns the slice that begins at the first element. */
  public static Slice first(int size) {
    return new Slice(0, size);
  }

  /** Returns the slice of the same size after this one. */
  public Slice next() {
    return new Slice(Math.addExact(offset, size), size);
  }
}
