package dev.arag.index.internal.chunks;

import java.nio.ByteBuffer;

/** A SHA-256 hash. Each component contains eight of its 32 bytes, in big-endian order. */
public record StoredHash(long first, long second, long third, long fourth) {
  static final int BYTES = 32;

  /**
   * @param sha256 exactly 32 bytes
   */
  public static StoredHash of(byte[] sha256) {
    if (sha256.length != BYTES) {
      throw new IllegalArgumentException(
          "A SHA-256 hash must have 32 bytes but had " + sha256.length);
    }
    ByteBuffer bytes = ByteBuffer.wrap(sha256);
    return new StoredHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** Returns the 32 bytes of the hash. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }
}
