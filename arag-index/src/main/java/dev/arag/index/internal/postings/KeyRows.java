package dev.arag.index.internal.postings;

import java.util.Arrays;

/**
 * Rows of bits that tell which groups of keys contain three successive bytes, so that a search can
 * skip most groups. Not thread-safe.
 */
final class KeyRows {
  /** The number of rows. Several triples of bytes share a row. */
  static final int ROWS = 1 << 11;

  /** The number of groups that have common rows, one bit each. */
  static final int GROUPS = 512;

  /** Fewer groups have no rows, because they are read as fast. */
  private static final int MIN_GROUPS = 16;

  private static final int LENGTH = 3;
  private static final int MULTIPLIER = 0x9E3779B1;
  private static final int STRIDE = GROUPS / Byte.SIZE;

  private final byte[] bits = new byte[ROWS * STRIDE];
  private int groups;

  /** Returns the number of bytes of a row; 0 if there are no rows. */
  static int rowBytes(int groups) {
    return groups < MIN_GROUPS ? 0 : (groups + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the rows of all triples of a part of a key, in ascending order; empty if too short. */
  static int[] rows(String latin1) {
    int[] rows = new int[Math.max(0, latin1.length() - LENGTH + 1)];
    for (int i = 0; i < rows.length; i++) {
      int triple = latin1.charAt(i) << 16 | latin1.charAt(i + 1) << 8 | latin1.charAt(i + 2);
      rows[i] = (triple * MULTIPLIER) >>> (Integer.SIZE - 11);
    }
    return Arrays.stream(rows).sorted().distinct().toArray();
  }

  /** Adds the keys of the next group, as {@link KeyGroup#latin1} returns them. */
  void add(String latin1) {
    for (int row : rows(latin1)) {
      bits[row * STRIDE + groups / Byte.SIZE] |= (byte) (1 << groups % Byte.SIZE);
    }
    groups++;
  }

  boolean isFull() {
    return groups == GROUPS;
  }

  /** Returns all rows, one after the other, and removes all groups. */
  byte[] take() {
    int rowBytes = rowBytes(groups);
    byte[] bytes = new byte[ROWS * rowBytes];
    for (int row = 0; rowBytes > 0 && row < ROWS; row++) {
      System.arraycopy(bits, row * STRIDE, bytes, row * rowBytes, rowBytes);
    }
    Arrays.fill(bits, (byte) 0);
    groups = 0;
    return bytes;
  }
}
