package dev.arag.index.internal.store;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records all writes to one file of a {@link SimulatedDisk}. */
final class TracedFile {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final List<Integer> ends = new ArrayList<>();
  private final Map<Integer, byte[]> prefixes = new HashMap<>();
  private byte[] whole = new byte[0];

  /**
   * @param durable the bytes of the file before the first write
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

  /** Completes the record. Callers must call this method after the last write. */
  void finish() {
    whole = written.toByteArray();
  }

  /** Returns the length of the file after a number of writes. */
  int end(int writes) {
    return ends.get(writes);
  }

  /**
   * Returns the bytes of the file after a number of writes. The same array is returned each time.
   */
  byte[] after(int writes) {
    int length = end(writes);
    return length == whole.length
        ? whole
        : prefixes.computeIfAbsent(length, key -> Arrays.copyOf(whole, key));
  }

  /**
   * Returns the bytes of the file after a crash.
   *
   * @param durable the number of writes that are durable
   * @param outcomes the outcomes of the later writes
   */
  byte[] crashed(int durable, List<WriteOutcome> outcomes) {
    int same = outcomes.size();
    while (same > 0 && outcomes.get(same - 1).equals(WriteOutcome.LOST)) {
      same--;
    }
    if (outcomes.subList(0, same).stream().allMatch(WriteOutcome.KEPT::equals)) {
      return after(durable + same);
    }
    int length = end(durable);
    for (int i = 0; i < outcomes.size(); i++) {
      length = Math.max(length, outcomes.get(i).length(end(durable + i + 1)));
    }
    byte[] bytes = Arrays.copyOf(after(durable), length);
    for (int i = 0; i < outcomes.size(); i++) {
      outcomes.get(i).copy(whole, bytes, end(durable + i), end(durable + i + 1));
    }
    return bytes;
  }
}
