package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The signatures of a group of neighbouring chunks while it is written or checked: which grams the
 * folded text of each has, and its text without diacritics. Stored turned round, a row of bits for
 * each of some classes of kinds and a bit in it for each chunk, so that a keyword is looked for in
 * the few rows of its grams. For one thread; holds a few KiB for each chunk, whatever its length.
 */
final class Signatures {
  /** Chunks of a group; the last group of a file may have fewer. */
  static final int GROUP = 512;

  /** Of the length of the texts, how much their signatures may take. */
  private static final int SHARE = 10;

  private final List<long[]> kinds = new ArrayList<>();
  private int chunks;
  private long textBytes;

  static int rowBytes(int chunks) {
    return (chunks + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Which row a kind belongs to. */
  static int row(int kind, int rows) {
    return (kind * rows) >>> Grams.KIND_BITS;
  }

  /** Adds the folded text of the next chunk. */
  void add(byte[] utf8) {
    String folded = new String(utf8, StandardCharsets.UTF_8);
    long[] marks = nextMarks();
    Grams.mark(folded, marks);
    boolean isAscii = folded.length() == utf8.length;
    String bare = isAscii ? folded : Folding.dropDiacritics(folded);
    if (!bare.equals(folded)) {
      Grams.mark(bare, marks);
    }
    textBytes += utf8.length;
  }

  private long[] nextMarks() {
    if (chunks == kinds.size()) {
      kinds.add(new long[Grams.KINDS / Long.SIZE]);
    }
    long[] marks = kinds.get(chunks++);
    Arrays.fill(marks, 0);
    return marks;
  }

  boolean isFull() {
    return chunks == GROUP;
  }

  /** How many rows there is room for. */
  int rows() {
    return chunks == 0 ? 0 : (int) Math.min(Grams.KINDS, textBytes / SHARE / rowBytes(chunks));
  }

  /** All rows, end to end. */
  byte[] toBytes() {
    int rows = rows();
    int rowBytes = rowBytes(chunks);
    byte[] bytes = new byte[rows * rowBytes];
    for (int chunk = 0; rows > 0 && chunk < chunks; chunk++) {
      turn(kinds.get(chunk), rows, bytes, chunk, rowBytes);
    }
    return bytes;
  }

  private static void turn(long[] marks, int rows, byte[] bytes, int chunk, int rowBytes) {
    for (int word = 0; word < marks.length; word++) {
      for (long left = marks[word]; left != 0; left &= left - 1) {
        int kind = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        bytes[row(kind, rows) * rowBytes + chunk / Byte.SIZE] |= (byte) (1 << chunk % Byte.SIZE);
      }
    }
  }

  /** Starts the next group. */
  void clear() {
    chunks = 0;
    textBytes = 0;
  }
}
