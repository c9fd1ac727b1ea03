package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adjacent keys of a file. Their bytes form one Latin-1 string, which the JDK searches very fast:
 * U+00FF, then each key with U+00FF after it. Not thread-safe.
 */
public final class KeyGroup {
  /** The character before the first key and after each key. */
  public static final char BORDER = (char) PostingsWriter.END_OF_KEY;

  private final BlockReader file;
  private final long keysAt;
  private final int entriesLength;
  private final long postingsAt;
  private final String latin1;

  /** For each key, the index after it; null until it is needed. */
  private int @Nullable [] ends;

  /** The offset of the postings of each key, and the end of the last ones. */
  private long[] starts = {};

  KeyGroup(BlockReader file, long postingsAt, long keysAt, int keysLength, int entriesLength) {
    this.file = file;
    this.postingsAt = postingsAt;
    this.keysAt = keysAt;
    this.entriesLength = entriesLength;
    byte[] bytes = new byte[keysLength + 1];
    bytes[0] = (byte) BORDER;
    file.read(keysAt, bytes, 1, keysLength);
    this.latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    if (latin1.charAt(keysLength) != BORDER) {
      throw file.corrupt(keysAt, "the keys of a group have no end");
    }
  }

  /** Returns the bytes of all keys as described above. */
  public String latin1() {
    return latin1;
  }

  private int[] ends() {
    if (ends == null) {
      int[] found = new int[latin1.length() / 2 + 1];
      int count = 0;
      for (int at = latin1.indexOf(BORDER, 1); at >= 0; at = latin1.indexOf(BORDER, at + 1)) {
        found[count++] = at;
      }
      starts = readStarts(count);
      ends = Arrays.copyOf(found, count);
    }
    return ends;
  }

  private long[] readStarts(int count) {
    long[] read = new long[count + 1];
    RecordReader in = RecordReader.of(file, keysAt + latin1.length() - 1, entriesLength);
    read[0] = postingsAt;
    for (int i = 0; i < count; i++) {
      read[i + 1] = read[i] + in.readNumber();
      if (read[i + 1] <= read[i] || read[i + 1] > keysAt) {
        throw in.corrupt("the postings of a key have an impossible length");
      }
    }
    in.requireEnd();
    if (read[count] != keysAt) {
      throw file.corrupt(keysAt, "some bytes belong to no key");
    }
    return read;
  }

  /** Returns the number of keys. */
  int size() {
    return ends().length;
  }

  /** Returns the number of the key that contains a character of {@link #latin1}. */
  public int keyAt(int index) {
    int found = Arrays.binarySearch(ends(), index);
    return found < 0 ? -found - 1 : found;
  }

  /** Returns the index in {@link #latin1} at which a key starts. */
  public int start(int key) {
    return key == 0 ? 1 : ends()[key - 1] + 1;
  }

  /** Returns the index in {@link #latin1} after the last character of a key. */
  public int end(int key) {
    return ends()[key];
  }

  /** Returns the number of the first key that is not smaller than a key in Latin-1. */
  int firstFrom(String wanted) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (latin1.substring(start(middle), end(middle)).compareTo(wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns a key. */
  public StoredKey key(int key) {
    int end = end(key);
    return new StoredKey(
        latin1.substring(start(key), end), starts[key], starts[key + 1] - starts[key]);
  }
}
