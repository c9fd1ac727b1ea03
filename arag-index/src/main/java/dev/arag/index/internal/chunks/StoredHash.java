package dev.arag.index.internal.chunks;

import java.nio.ByteBuffer;

/** The 32 bytes of a SHA-256, eight in each part, the first byte the highest. */
public record StoredHash(long first, long second, long third, long fourth) {
  static final int BYTES = 32;

  /**
   * @param sha256 exactly 32 bytes
   */
  public static StoredHash of(byte[] sha256) {
    if (sha256.length != BYTES) {
      throw new IllegalArgumentException("A SHA-256 has 32 bytes, was " + sha256.length);
    }
    ByteBuffer bytes = ByteBuffer.wrap(sha256);
    return new StoredHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** The bytes that {@link #of} was given. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }
}
