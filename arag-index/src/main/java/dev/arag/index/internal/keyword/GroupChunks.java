package dev.arag.index.internal.keyword;

import dev.arag.index.internal.file.LittleEndian;
import java.util.Arrays;

/**
 * A mutable set of chunks that belong to one group. Chunk 0 is the first chunk of the group. Not
 * thread-safe.
 */
public final class GroupChunks {
  private final long[] bits = new long[GramSignatures.GROUP / Long.SIZE];

  public void clear() {
    Arrays.fill(bits, 0);
  }

  /**
   * Adds a range of chunks.
   *
   * @param end the number of the last chunk, plus 1
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

  /** Removes all chunks whose bit is not set in a signature row. */
  void retain(byte[] row) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] &= LittleEndian.getLong(row, i * Long.BYTES);
    }
  }

  boolean isEmpty() {
    return next(0) == GramSignatures.GROUP;
  }

  boolean contains(int chunk) {
    return (bits[chunk / Long.SIZE] >>> chunk & 1) != 0;
  }

  /**
   * Returns the first chunk of this set that is not before {@code from}, or {@link
   * GramSignatures#GROUP} if there is none.
   */
  int next(int from) {
    return findNext(from, 0);
  }

  /**
   * Returns the first chunk outside this set that is not before {@code from}, or {@link
   * GramSignatures#GROUP} if there is none.
   */
  int nextMissing(int from) {
    return findNext(from, -1);
  }

  private int findNext(int from, long flip) {
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
    return GramSignatures.GROUP;
  }

  /** Returns how many chunks of a range are in this set. */
  int count(int first, int end) {
    int count = 0;
    for (int i = next(first); i < end; i = next(i + 1)) {
      count++;
    }
    return count;
  }
}
