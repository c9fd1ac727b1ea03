package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.IntColumn;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Keys on the heap, with their postings. The hash function has a random parameter, so that no
 * document can contain many keys of the same hash; the parameter has no effect on what is written.
 * Not thread-safe.
 */
final class KeyTable {
  /** The hashes are numbers below this prime, for which a polynomial is a universal hash. */
  private static final long PRIME = (1L << 61) - 1;

  private static final long BASE = ThreadLocalRandom.current().nextLong(256, PRIME);
  private static final int BYTES_OF_A_KEY = 24;
  private static final int BYTES_OF_A_POSTING = 24;

  private final boolean hasPositions;

  /** The number of a key plus 1, or 0. */
  private int[] slots = new int[1 << 10];

  private byte[] keyBytes = new byte[1 << 12];
  private final IntColumn keyEnds = new IntColumn();
  private final IntColumn hashes = new IntColumn();

  /** The last posting of each key. */
  private final IntColumn last = new IntColumn();

  private final IntColumn keys = new IntColumn();
  private final IntColumn chunks = new IntColumn();
  private final IntColumn positions = new IntColumn();
  private final IntColumn counts = new IntColumn();

  KeyTable(boolean hasPositions) {
    this.hasPositions = hasPositions;
  }

  /** Returns roughly how many bytes of the heap are needed, also to write the keys. */
  long heapBytes() {
    return keyStart(keyEnds.size())
        + (long) keyEnds.size() * BYTES_OF_A_KEY
        + (long) keys.size() * BYTES_OF_A_POSTING;
  }

  private int keyStart(int key) {
    return key == 0 ? 0 : keyEnds.get(key - 1);
  }

  /** Adds one occurrence, see {@link KeySink#add}. */
  void add(byte[] bytes, int start, int end, int chunk, int position, boolean isCounted) {
    int key = number(bytes, start, end);
    int posting = last.get(key);
    boolean isKnown =
        posting >= 0
            && chunks.get(posting) == chunk
            && (!hasPositions || positions.get(posting) == position);
    if (!isKnown) {
      last.set(key, keys.size());
      keys.add(key);
      chunks.add(chunk);
      counts.add(1);
      if (hasPositions) {
        positions.add(position);
      }
    } else if (isCounted) {
      counts.set(posting, counts.get(posting) + 1);
    }
  }

  /** Returns the number of a key, which is added if it is new. */
  private int number(byte[] bytes, int start, int end) {
    int hash = hash(bytes, start, end);
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0) {
      int key = slots[slot] - 1;
      if (hashes.get(key) == hash
          && Arrays.equals(keyBytes, keyStart(key), keyEnds.get(key), bytes, start, end)) {
        return key;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = keyEnds.size() + 1;
    addKey(bytes, start, end, hash);
    return keyEnds.size() - 1;
  }

  private static int hash(byte[] bytes, int start, int end) {
    long hash = 1;
    for (int i = start; i < end; i++) {
      long high = Math.multiplyHigh(hash, BASE);
      long low = hash * BASE;
      hash = (low & PRIME) + (high << 3 | low >>> 61) + (bytes[i] & 0xff);
      hash = (hash & PRIME) + (hash >>> 61);
    }
    return (int) (hash ^ hash >>> 31);
  }

  private void addKey(byte[] bytes, int start, int end, int hash) {
    int at = keyStart(keyEnds.size());
    int after = Math.addExact(at, end - start);
    if (after > keyBytes.length) {
      keyBytes = Arrays.copyOf(keyBytes, Math.max(after, keyBytes.length + keyBytes.length / 2));
    }
    System.arraycopy(bytes, start, keyBytes, at, end - start);
    keyEnds.add(after);
    hashes.add(hash);
    last.add(-1);
    if (2 * keyEnds.size() > slots.length) {
      slots = new int[2 * slots.length];
      for (int key = 0; key < keyEnds.size(); key++) {
        int slot = hashes.get(key) & (slots.length - 1);
        while (slots[slot] != 0) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = key + 1;
      }
    }
  }

  /** Writes all keys in ascending order. */
  void writeTo(PostingsWriter out) throws IOException {
    int[] ends = new int[keyEnds.size() + 1];
    int[] byKey = postingsByKey(ends);
    for (int key : sortedKeys()) {
      out.startKey(Arrays.copyOfRange(keyBytes, keyStart(key), keyEnds.get(key)));
      for (int i = ends[key]; i < ends[key + 1]; i++) {
        int posting = byKey[i];
        int position = hasPositions ? positions.get(posting) : 0;
        out.addPosting(chunks.get(posting), position, counts.get(posting));
      }
      out.endKey();
    }
  }

  /**
   * Returns the numbers of all postings by key, and those of a key in ascending order.
   *
   * @param starts receives the start of the postings of each key
   */
  private int[] postingsByKey(int[] starts) {
    for (int i = 0; i < keys.size(); i++) {
      starts[keys.get(i) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] next = starts.clone();
    int[] sorted = new int[keys.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[next[keys.get(i)]++] = i;
    }
    return sorted;
  }

  private int[] sortedKeys() {
    return IntStream.range(0, keyEnds.size())
        .boxed()
        .sorted(
            (a, b) ->
                Arrays.compareUnsigned(
                    keyBytes, keyStart(a), keyEnds.get(a), keyBytes, keyStart(b), keyEnds.get(b)))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
