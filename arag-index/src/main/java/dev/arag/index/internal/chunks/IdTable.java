package dev.arag.index.internal.chunks;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.LongColumn;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * A table that finds the records of a file by id. It has an entry for each record: int64 key of its
 * id | int32 number of the record. The entries are in ascending order of their keys. The key is
 * part of a SHA-256 hash, so that nobody can choose many ids with the same key. Thread-safe.
 */
final class IdTable {
  static final int ENTRY_BYTES = 12;

  private final BlockReader file;
  private final long start;
  private final int entries;

  IdTable(BlockReader file, long start, int entries) {
    this.file = file;
    this.start = start;
    this.entries = entries;
  }

  /** Returns the first eight bytes of the SHA-256 hash of the UTF-8 bytes of an id. */
  static long key(String id) {
    return LittleEndian.getLong(Sha256.of(id), 0);
  }

  /**
   * Writes a table.
   *
   * @param keys the key of each record; the index is the number of the record
   */
  static void write(LongColumn keys, BlockWriter file) throws IOException {
    long[] sorted = keys.toSortedArray();
    int[] places = new int[sorted.length];
    for (int number = 0; number < sorted.length; number++) {
      int at = Arrays.binarySearch(sorted, keys.get(number));
      while (at > 0 && sorted[at - 1] == sorted[at]) {
        at--;
      }
      while (places[at] != 0) {
        at++;
      }
      places[at] = number + 1;
    }
    for (int at = 0; at < sorted.length; at++) {
      file.writeLong(sorted[at]);
      file.writeInt(places[at] - 1);
    }
  }

  /**
   * Returns the number of the record with this id; empty if there is none.
   *
   * @param idOf returns the id of the record with a number
   */
  OptionalInt find(String id, IntFunction<String> idOf) {
    long key = key(id);
    for (int i = firstFrom(key); i < entries && keyAt(i) == key; i++) {
      int number = file.readInt(at(i) + Long.BYTES);
      if (id.equals(idOf.apply(number))) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Returns the index of the first entry whose key is not less than the wanted key. Hashes are
   * distributed evenly, so that interpolation needs few steps. Each second step halves the range,
   * for keys that are not.
   */
  private int firstFrom(long wanted) {
    int low = 0;
    int high = entries;
    double lowKey = Long.MIN_VALUE;
    double highKey = Long.MAX_VALUE;
    for (boolean halves = false; low < high; halves = !halves) {
      double share = halves ? 0.5 : (wanted - lowKey) / (highKey - lowKey);
      int middle = Math.min(high - 1, low + (int) (share * (high - low)));
      long found = keyAt(middle);
      if (found < wanted) {
        low = middle + 1;
        lowKey = found;
      } else {
        high = middle;
        highKey = found;
      }
    }
    return low;
  }

  private long at(int entry) {
    return start + (long) ENTRY_BYTES * entry;
  }

  private long keyAt(int entry) {
    return file.readLong(at(entry));
  }

  /** Checks the order of the entries. */
  void audit() {
    for (int i = 1; i < entries; i++) {
      if (keyAt(i - 1) > keyAt(i)) {
        throw file.corrupt(at(i), "the keys of ids are not in order");
      }
    }
  }
}
