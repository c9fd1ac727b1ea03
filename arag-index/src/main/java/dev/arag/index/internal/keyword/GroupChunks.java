package dev.arag.index.internal.keyword;

import dev.arag.index.internal.file.LittleEndian;
import java.util.Arrays;

/** Some chunks of a group, counted from its first one. Filled again and again, by one thread. */
public final class GroupChunks {
  private final long[] bits = new long[Signatures.GROUP / Long.SIZE];

  public void clear() {
    Arrays.fill(bits, 0);
  }

  /**
   * Adds neighbouring chunks.
   *
   * @param end the number after the last one
   */
  public void add(int first, int end) {
    int at = first;
    while (at < end) {
      int stop = Math.min(end, at - at % Long.SIZE + Long.SIZE);
      bits[at / Long.SIZE] |= -1L >>> (Long.SIZE - (stop - at)) << at;
      at = stop;
    }
  }

  void set(GroupChunks other) {
    System.arraycopy(other.bits, 0, bits, 0, bits.length);
  }

  void addAll(GroupChunks other) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] |= other.bits[i];
    }
  }

  /** Keeps those that a row of signatures names. */
  void retain(byte[] row) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] &= LittleEndian.getLong(row, i * Long.BYTES);
    }
  }

  boolean isEmpty() {
    return next(0) == Signatures.GROUP;
  }

  boolean holds(int chunk) {
    return (bits[chunk / Long.SIZE] >>> chunk & 1) != 0;
  }

  /** The first one from a chunk on, or the length of a group. */
  int next(int from) {
    return nextOf(from, 0);
  }

  /** The first from a chunk on that is not one of these, or the length of a group. */
  int nextOther(int from) {
    return nextOf(from, -1);
  }

  private int nextOf(int from, long flip) {
    int word = from / Long.SIZE;
    long left = -1L << from;
    while (word < bits.length) {
      left &= bits[word] ^ flip;
      if (left != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(left);
      }
      left = -1L;
      word++;
    }
    return Signatures.GROUP;
  }

  /** How many of neighbouring chunks are among these. */
  int count(int first, int end) {
    int count = 0;
    for (int i = next(first); i < end; i = next(i + 1)) {
      count++;
    }
    return count;
  }
}
