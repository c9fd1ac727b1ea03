package dev.arag.index.internal.file;

/**
 * The id of a file, which consists of 128 bits of a hash of its contents. Files with the same
 * contents have the same id on every machine.
 *
 * @param first the first eight bytes of the id, little-endian
 * @param second the last eight bytes of the id, little-endian
 */
public record FileId(long first, long second) {
  static final int BYTES = 16;

  /**
   * Compares two ids. The generated {@code equals} method is not used because linking it on first
   * use slows down opening an index.
   */
  boolean isSame(FileId other) {
    return first == other.first && second == other.second;
  }

  @Override
  public String toString() {
    return String.format("%016x%016x", Long.reverseBytes(first), Long.reverseBytes(second));
  }
}
