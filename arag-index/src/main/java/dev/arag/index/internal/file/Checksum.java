package dev.arag.index.internal.file;

import java.util.zip.CRC32C;

/**
 * Computes CRC32C checksums. Only bytes on the heap are accepted: the JVM can crash if it computes
 * a checksum over a mapped file that is truncated at the same time.
 */
public final class Checksum {
  private Checksum() {}

  public static int of(byte[] bytes, int start, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, count);
    return (int) crc.getValue();
  }
}
