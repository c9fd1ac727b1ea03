package dev.arag.index.internal.keyword;

import java.util.HashMap;
import java.util.Map;

/**
 * A number for each chunk of a segment, such as how often a keyword occurs. A few numbers are in a
 * map. More have one byte each, because most are small. Immutable after it was filled by one
 * thread.
 */
final class ChunkCounts {
  private static final int FEW = 256;
  private static final int LARGE = 0xff;

  private final int chunks;
  private byte[] counts = {};

  /** All numbers, or only the large ones if there are more than a few. */
  private final Map<Integer, Integer> inMap = new HashMap<>();

  ChunkCounts(int chunks) {
    this.chunks = chunks;
  }

  void add(int chunk, long more) {
    set(chunk, (int) Math.min(get(chunk) + more, Integer.MAX_VALUE));
    if (counts.length == 0 && inMap.size() > FEW) {
      counts = new byte[chunks];
      Map<Integer, Integer> few = Map.copyOf(inMap);
      inMap.clear();
      few.forEach(this::set);
    }
  }

  private void set(int chunk, int count) {
    if (counts.length > 0) {
      counts[chunk] = (byte) Math.min(count, LARGE);
    }
    if (counts.length == 0 || count >= LARGE) {
      inMap.put(chunk, count);
    }
  }

  int get(int chunk) {
    int count = counts.length == 0 ? LARGE : counts[chunk] & 0xff;
    return count < LARGE ? count : inMap.getOrDefault(chunk, 0);
  }
}
