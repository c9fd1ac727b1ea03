package dev.arag.index.internal.store;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All that was ever written to a file of a {@link SimulatedDisk}. */
final class TracedFile {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final List<Integer> ends = new ArrayList<>();
  private final Map<Integer, byte[]> prefixes = new HashMap<>();
  private byte[] whole = new byte[0];

  /**
   * @param durable what it holds before the first write
   */
  TracedFile(byte[] durable) {
    written.writeBytes(durable);
    ends.add(durable.length);
    finish();
  }

  void append(byte[] bytes) {
    written.writeBytes(bytes);
    ends.add(written.size());
  }

  /** To be called after the last write. */
  void finish() {
    whole = written.toByteArray();
  }

  /** The file's length after so many writes. */
  int end(int writes) {
    return ends.get(writes);
  }

  /** The file after so many writes; the same array each time. */
  byte[] after(int writes) {
    int length = end(writes);
    return length == whole.length
        ? whole
        : prefixes.computeIfAbsent(length, key -> Arrays.copyOf(whole, key));
  }

  /**
   * The file if only its first writes are durable.
   *
   * @param fates of the writes after those
   */
  byte[] crashed(int durable, List<WriteFate> fates) {
    int same = fates.size();
    while (same > 0 && fates.get(same - 1).equals(WriteFate.LOST)) {
      same--;
    }
    if (fates.subList(0, same).stream().allMatch(WriteFate.KEPT::equals)) {
      return after(durable + same);
    }
    int length = end(durable);
    for (int i = 0; i < fates.size(); i++) {
      length = Math.max(length, fates.get(i).length(end(durable + i + 1)));
    }
    byte[] bytes = Arrays.copyOf(after(durable), length);
    for (int i = 0; i < fates.size(); i++) {
      fates.get(i).copy(whole, bytes, end(durable + i), end(durable + i + 1));
    }
    return bytes;
  }
}
