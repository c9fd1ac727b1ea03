package dev.arag.index.internal.split;

import java.util.Arrays;

/** The offsets at which sentences end, in ascending order. */
final class OffsetList {
  private int[] offsets = new int[16];
  private int size;

  void add(int offset) {
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
    }
    offsets[size++] = offset;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return offsets[index];
  }

  /** Returns the last offset, or {@code otherwise} if there are no offsets. */
  int last(int otherwise) {
    return size == 0 ? otherwise : offsets[size - 1];
  }

  /** Removes all but the first {@code count} offsets. */
  void truncate(int count) {
    size = count;
  }
}
