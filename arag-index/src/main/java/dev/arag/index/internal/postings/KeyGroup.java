package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adjacent keys of a file. Their bytes form one Latin-1 string, which the JDK searches very fast:
 * {@link PostingsReader#BORDER}, then each key with this character after it. Not thread-safe.
 */
final class KeyGroup {
  private static final char BORDER = (char) PostingsWriter.END_OF_KEY;

  private final BlockReader file;
  private final long keysAt;
  private final int entriesLength;
  private final long postingsAt;
  private final String latin1;

  /** For each key, the index after it; null until it is needed. */
  private int @Nullable [] ends;

  /** The offset of the postings of each key, and the end of the last ones. */
  private long[] starts = {};

  /** The keys whose postings are bitmaps. */
  private final BitSet bitmaps = new BitSet();

  KeyGroup(BlockReader file, long postingsAt, long keysAt, int keysLength, int entriesLength) {
    this.file = file;
    this.postingsAt = postingsAt;
    this.keysAt = keysAt;
    this.entriesLength = entriesLength;
    byte[] bytes = new byte[keysLength + 1];
    bytes[0] = (byte) PostingsWriter.END_OF_KEY;
    file.read(keysAt, bytes, 1, keysLength);
    this.latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    if (latin1.charAt(keysLength) != BORDER) {
      throw file.corrupt(keysAt, "the keys of a group have no end");
    }
  }

  /** Returns the bytes of all keys as described above. */
  String latin1() {
    return latin1;
  }

  /** Reads the ends and the postings of the keys. */
  private int[] ends() {
    if (ends == null) {
      int[] found = new int[latin1.length() / 2];
      int count = 0;
      for (int at = 1; at < latin1.length(); at++) {
        if (latin1.charAt(at) == BORDER) {
          if (latin1.charAt(at - 1) == BORDER) {
            throw file.corrupt(keysAt, "a key is empty");
          }
          found[count++] = at;
        }
      }
      readStarts(count);
      ends = Arrays.copyOf(found, count);
    }
    return ends;
  }

  private void readStarts(int count) {
    starts = new long[count + 1];
    starts[0] = postingsAt;
    RecordReader in = RecordReader.of(file, keysAt + latin1.length() - 1, entriesLength);
    for (int i = 0; i < count; i++) {
      long lengthAndFlag = in.readNumber();
      bitmaps.set(i, (lengthAndFlag & 1) != 0);
      starts[i + 1] = starts[i] + (lengthAndFlag >>> 1);
      if (starts[i + 1] <= starts[i] || starts[i + 1] > keysAt) {
        throw in.corrupt("the postings of a key have an impossible length");
      }
    }
    in.requireEnd();
    if (starts[count] != keysAt) {
      throw file.corrupt(keysAt, "some bytes belong to no key");
    }
  }

  /** Returns the number of keys. */
  int size() {
    return ends().length;
  }

  /** Passes the keys that contain some bytes to a consumer, see {@link PostingsReader}. */
  void forEachWith(String wanted, Consumer<StoredKey> action) {
    int border = wanted.startsWith(PostingsReader.BORDER) ? 1 : 0;
    int at = latin1.indexOf(wanted);
    while (at >= 0) {
      int found = Arrays.binarySearch(ends(), at + border);
      int key = found < 0 ? -found - 1 : found;
      action.accept(key(key));
      at = latin1.indexOf(wanted, ends()[key]);
    }
  }

  /** Returns a key. */
  StoredKey key(int key) {
    int end = ends()[key];
    int start = key == 0 ? 1 : ends()[key - 1] + 1;
    long length = starts[key + 1] - starts[key];
    return new StoredKey(latin1.substring(start, end), starts[key], length, bitmaps.get(key));
  }
}
