package dev.arag.index.internal.commit;

import dev.arag.core.internal.hash.Sha256;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * The first 16 bytes of the SHA-256 hash of the name or the real path of a source. Fingerprints are
 * ordered by their unsigned bytes.
 *
 * @param first the first eight bytes, big-endian
 * @param second the last eight bytes, big-endian
 */
public record SourceFingerprint(long first, long second) implements Comparable<SourceFingerprint> {
  static final int BYTES = 16;

  private static final Comparator<SourceFingerprint> ORDER =
      Comparator.comparing(SourceFingerprint::first, Long::compareUnsigned)
          .thenComparing(SourceFingerprint::second, Long::compareUnsigned);

  public static SourceFingerprint of(String nameOrPath) {
    return of(Sha256.of(nameOrPath));
  }

  /** Parses the digits that {@link #toHex} returns. */
  public static SourceFingerprint ofHex(String digits) {
    return of(HexFormat.of().parseHex(digits));
  }

  static SourceFingerprint of(byte[] hash) {
    ByteBuffer bytes = ByteBuffer.wrap(hash);
    return new SourceFingerprint(bytes.getLong(), bytes.getLong());
  }

  /** Returns the 16 bytes. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(first).putLong(second).array();
  }

  /** Returns the 16 bytes as 32 hexadecimal digits. */
  public String toHex() {
    return HexFormat.of().formatHex(toBytes());
  }

  @Override
  public int compareTo(SourceFingerprint other) {
    return ORDER.compare(this, other);
  }
}
