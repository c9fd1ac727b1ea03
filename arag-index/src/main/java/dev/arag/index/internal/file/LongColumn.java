package dev.arag.index.internal.file;

import java.util.Arrays;

/** A growable list of long values, kept on the heap until its table is written. */
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
}
