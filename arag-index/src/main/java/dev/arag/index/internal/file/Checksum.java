package dev.arag.index.internal.file;

import java.util.zip.CRC32C;

/** CRC32C of bytes on the heap, never of a mapping: a truncated mapped file would crash the JVM. */
final class Checksum {
  private Checksum() {}

  static int of(byte[] bytes, int start, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start, count);
    return (int) crc.getValue();
  }
}
