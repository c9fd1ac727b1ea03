package dev.arag.index.internal.chunks;

import java.nio.ByteBuffer;

/** A SHA-256 hash: 32 bytes, eight in each component, big-endian. */
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

  /** The 32 bytes of the hash. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }
}
