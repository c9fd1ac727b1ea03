package dev.arag.index.internal.file;

import java.util.Arrays;

/**
 * A growable list of {@code int} values. Writers collect a table in it and write the table last.
 */
public final class IntColumn {
  private int[] values = new int[16];
  private int size;

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, size / 2));
    }
    values[size++] = value;
  }

  public int get(int index) {
    return values[index];
  }

  /** Replaces a value. */
  public void set(int index, int value) {
    values[index] = value;
  }

  /** Removes all values. */
  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  byte[] toBytes() {
    byte[] bytes = new byte[Math.multiplyExact(size, Integer.BYTES)];
    for (int i = 0; i < size; i++) {
      LittleEndian.putInt(bytes, i * Integer.BYTES, values[i]);
    }
    return bytes;
  }
}
