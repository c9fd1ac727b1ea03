package dev.arag.knowledge.internal.store;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds numbers by the hash of a text. Different texts may have the same hash. It needs 12 bytes
 * per entry. Not thread-safe.
 */
final class KeyTable {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private long[] hashes = new long[64];
  private int[] values = new int[64];
  private int size;
  private int sorted;

  void add(String text, int value) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    hashes[size] = hash(text);
    values[size++] = value;
  }

  /** Returns the numbers that were added with a text, ascending, and perhaps others. */
  Set<Integer> find(String text) {
    sort();
    long hash = hash(text);
    int at = firstOf(hash);
    Set<Integer> found = new LinkedHashSet<>();
    while (at < size && hashes[at] == hash) {
      found.add(values[at++]);
    }
    return found;
  }

  private int firstOf(long hash) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (hashes[middle] < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void sort() {
    if (sorted == size) {
      return;
    }
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(
                (left, right) -> {
                  int byHash = Long.compare(hashes[left], hashes[right]);
                  return byHash != 0 ? byHash : Integer.compare(values[left], values[right]);
                })
            .mapToInt(Integer::intValue)
            .toArray();
    long[] newHashes = new long[hashes.length];
    int[] newValues = new int[values.length];
    for (int i = 0; i < size; i++) {
      newHashes[i] = hashes[order[i]];
      newValues[i] = values[order[i]];
    }
    hashes = newHashes;
    values = newValues;
    sorted = size;
  }

  /** FNV-1a with 64 bits. */
  private static long hash(String text) {
    long hash = FNV_START;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }
}
