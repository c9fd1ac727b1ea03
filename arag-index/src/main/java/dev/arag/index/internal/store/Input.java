package dev.arag.index.internal.store;

import java.io.IOException;

/** A file being read. Safe for use by several threads; an interrupt of one disturbs no other. */
public interface Input {
  /** Length in bytes, as it was when opened. */
  long length();

  /**
   * Copies bytes to the heap.
   *
   * @param offset place in the file; all of {@code count} bytes must lie inside
   * @throws IOException if the file can no longer be read there
   */
  void read(long offset, byte[] target, int start, int count) throws IOException;
}
