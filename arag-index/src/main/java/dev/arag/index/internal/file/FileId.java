package dev.arag.index.internal.file;

/**
 * What tells a file from every other: 128 bits made of its contents, so that the same contents have
 * the same id on every machine.
 *
 * @param first the first eight bytes of the id, the first the lowest
 */
public record FileId(long first, long second) {
  static final int BYTES = 16;

  /** Equality at hand: what the JDK makes for a record is made at the first use, and costs time. */
  boolean isSame(FileId other) {
    return first == other.first && second == other.second;
  }

  @Override
  public String toString() {
    return String.format("%016x%016x", Long.reverseBytes(first), Long.reverseBytes(second));
  }
}
