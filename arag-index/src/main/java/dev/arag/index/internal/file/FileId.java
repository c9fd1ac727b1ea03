package dev.arag.index.internal.file;

/**
 * The id of a file: 128 bits of a hash of its contents. The same contents have the same id on every
 * machine.
 *
 * @param first the first eight bytes of the id, little-endian
 * @param second the other eight bytes, little-endian
 */
public record FileId(long first, long second) {
  static final int BYTES = 16;

  /**
   * Compares without the generated equals, which is linked at its first use and slows down opening.
   */
  boolean isSame(FileId other) {
    return first == other.first && second == other.second;
  }

  @Override
  public String toString() {
    return String.format("%016x%016x", Long.reverseBytes(first), Long.reverseBytes(second));
  }
}
