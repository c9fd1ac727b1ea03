package dev.arag.index.internal.chunks;

import dev.arag.index.internal.file.BlockWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects the retired keys that a new file will contain. Each key uses only 13 bytes on the heap.
 */
final class RetiredKeys {
  private static final int BYTES = Origin.KEY_LENGTH;

  private final byte[] spare = new byte[BYTES];
  private byte[] keys = new byte[16 * BYTES];
  private int size;

  void add(String key) {
    add(key.getBytes(StandardCharsets.US_ASCII), 0);
  }

  void add(byte[] bytes, int start) {
    int end = Math.multiplyExact(size, BYTES);
    if (end == keys.length) {
      keys = Arrays.copyOf(keys, Math.addExact(end, Math.multiplyExact(size / 2 + 1, BYTES)));
    }
    System.arraycopy(bytes, start, keys, end, BYTES);
    size++;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /**
   * Writes the keys in ascending order without duplicates. Must be called only once, after all keys
   * were added.
   *
   * @return the number of keys that were written
   */
  int write(BlockWriter file) throws IOException {
    sort();
    int written = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || compare(i - 1, i) != 0) {
        file.write(keys, i * BYTES, BYTES);
        written++;
      }
    }
    return written;
  }

  /** Sorts the keys with heap sort, which needs no second array. */
  private void sort() {
    for (int root = size / 2 - 1; root >= 0; root--) {
      siftDown(root, size);
    }
    for (int end = size - 1; end > 0; end--) {
      swap(0, end);
      siftDown(0, end);
    }
  }

  private void siftDown(int start, int end) {
    int root = start;
    while (2L * root + 1 < end) {
      int child = 2 * root + 1;
      if (child + 1 < end && compare(child, child + 1) < 0) {
        child++;
      }
      if (compare(root, child) >= 0) {
        return;
      }
      swap(root, child);
      root = child;
    }
  }

  private int compare(int left, int right) {
    return Arrays.compareUnsigned(
        keys, left * BYTES, (left + 1) * BYTES, keys, right * BYTES, (right + 1) * BYTES);
  }

  private void swap(int left, int right) {
    System.arraycopy(keys, left * BYTES, spare, 0, BYTES);
    System.arraycopy(keys, right * BYTES, keys, left * BYTES, BYTES);
    System.arraycopy(spare, 0, keys, right * BYTES, BYTES);
  }
}
