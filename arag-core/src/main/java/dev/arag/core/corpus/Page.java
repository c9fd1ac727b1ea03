package dev.arag.core.corpus;

/**
 * Selects a part of a list.
 *
 * @param offset the number of elements to skip, at least 0
 * @param size the maximum number of elements, at least 1
 */
public record Page(int offset, int size) {
  public Page {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
    if (size < 1) {
      throw new IllegalArgumentException("size must be >= 1, was " + size);
    }
  }

  /** Returns the first page. */
  public static Page first(int size) {
    return new Page(0, size);
  }

  /** Returns the page after this one. */
  public Page next() {
    return new Page(Math.addExact(offset, size), size);
  }
}
