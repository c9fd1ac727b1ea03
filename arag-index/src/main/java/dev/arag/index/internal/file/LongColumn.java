package dev.arag.index.internal.file;

import java.util.Arrays;

/**
 * A growable list of {@code long} values. Writers collect a table in it and write the table last.
 */
public final class LongColumn {
  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, size / 2));
    }
    values[size++] = value;
  }

  public long get(int index) {
    return values[index];
  }

  public int size() {
    return size;
  }

  /** Returns a copy of the values in ascending order. */
  public long[] toSortedArray() {
    long[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
