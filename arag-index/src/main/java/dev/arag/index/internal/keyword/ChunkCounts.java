package dev.arag.index.internal.keyword;

import java.util.HashMap;
import java.util.Map;

/**
 * A number for each chunk of a segment, such as how often a keyword occurs. Most numbers are small,
 * so each has one byte. Immutable after it was filled by one thread.
 */
final class ChunkCounts {
  private static final int LARGE = 0xff;

  private final byte[] counts;
  private final Map<Integer, Integer> large = new HashMap<>();

  ChunkCounts(int chunks) {
    counts = new byte[chunks];
  }

  void add(int chunk, long more) {
    long sum = get(chunk) + more;
    if (sum < LARGE) {
      counts[chunk] = (byte) sum;
    } else {
      counts[chunk] = (byte) LARGE;
      large.put(chunk, (int) Math.min(sum, Integer.MAX_VALUE));
    }
  }

  int get(int chunk) {
    int count = counts[chunk] & 0xff;
    return count < LARGE ? count : large.getOrDefault(chunk, LARGE);
  }
}
