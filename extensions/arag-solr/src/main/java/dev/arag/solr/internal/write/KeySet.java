package dev.arag.solr.internal.write;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A set of keys of documents, which needs 16 to 32 bytes for each. Not thread-safe.
 *
 * @see dev.arag.solr.internal.layout.Keys#of
 */
final class KeySet {
  private static final int INITIAL_SLOTS = 64;
  private static final int KEY_DIGITS = 32;

  /** Two numbers for each slot; both are zero if the slot is empty. */
  private long[] slots = new long[2 * INITIAL_SLOTS];

  private int size;

  /** Random odd numbers, so that nobody can choose many ids whose keys have the same slot. */
  private final long firstFactor = new SecureRandom().nextLong() | 1;

  private final long secondFactor = new SecureRandom().nextLong() | 1;

  /** Adds a key. Returns false if the set contains it. */
  boolean add(String key) {
    if (size >= slots.length / 2 * 3L / 4) {
      grow();
    }
    boolean isNew = put(first(key), second(key));
    size += isNew ? 1 : 0;
    return isNew;
  }

  boolean contains(String key) {
    int slot = slot(first(key), second(key));
    return slots[slot] != 0 || slots[slot + 1] != 0;
  }

  int size() {
    return size;
  }

  private static long first(String key) {
    return HexFormat.fromHexDigitsToLong(key, 0, KEY_DIGITS / 2);
  }

  private static long second(String key) {
    return HexFormat.fromHexDigitsToLong(key, KEY_DIGITS / 2, KEY_DIGITS);
  }

  private boolean put(long first, long second) {
    int slot = slot(first, second);
    boolean isNew = slots[slot] == 0 && slots[slot + 1] == 0;
    slots[slot] = first;
    slots[slot + 1] = second;
    return isNew;
  }

  /** Returns the slot of a key, or the empty slot where it can be stored. */
  private int slot(long first, long second) {
    int count = slots.length / 2;
    long hash = first * firstFactor + second * secondFactor;
    int slot = (int) Long.remainderUnsigned(hash >>> Integer.SIZE, count);
    while ((slots[2 * slot] != 0 || slots[2 * slot + 1] != 0)
        && (slots[2 * slot] != first || slots[2 * slot + 1] != second)) {
      slot = (slot + 1) % count;
    }
    return 2 * slot;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length / 2 * 3 / 2 * 2];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0 || old[i + 1] != 0) {
        put(old[i], old[i + 1]);
      }
    }
  }
}
