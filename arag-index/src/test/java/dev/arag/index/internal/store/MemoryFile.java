package dev.arag.index.internal.store;

import java.util.Arrays;

/** The bytes of a file. They remain readable after the file has been deleted or replaced. */
final class MemoryFile {
  private byte[] bytes;
  private int length;

  MemoryFile(byte[] bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  synchronized void append(byte[] source, int start, int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * length));
    }
    System.arraycopy(source, start, bytes, length, count);
    length = needed;
  }

  /** Returns the array of the file, not a copy. */
  synchronized byte[] bytes() {
    if (length < bytes.length) {
      bytes = Arrays.copyOf(bytes, length);
    }
    return bytes;
  }

  synchronized int length() {
    return length;
  }

  synchronized int readInt(long offset) {
    int at = (int) offset;
    return bytes[at] & 0xff
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }

  synchronized void read(long offset, byte[] target, int start, int count) {
    System.arraycopy(bytes, (int) offset, target, start, count);
  }
}
