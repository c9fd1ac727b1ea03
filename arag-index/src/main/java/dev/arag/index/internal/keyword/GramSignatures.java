package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds the signatures of a group of chunks. Signatures record which grams occur in each folded
 * text, with and without diacritics. They are stored as rows of bits. Each row represents a range
 * of gram kinds and has one bit for each chunk. A search reads only the rows for the grams of its
 * keywords. Memory use is a few KiB per chunk, regardless of the length of the text. Not
 * thread-safe.
 */
final class GramSignatures {
  /** The number of chunks in a group. The last group of a file may have fewer. */
  static final int GROUP = 512;

  /** The size of the texts divided by the size of their signatures. */
  private static final int TEXT_BYTES_PER_BYTE = 10;

  private final List<long[]> kinds = new ArrayList<>();
  private int chunks;
  private long textBytes;

  static int rowBytes(int chunks) {
    return (chunks + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the number of the row that represents a kind. */
  static int row(int kind, int rows) {
    return (kind * rows) >>> Grams.KIND_BITS;
  }

  /** Adds the folded text of the next chunk. */
  void add(byte[] utf8) {
    String folded = new String(utf8, StandardCharsets.UTF_8);
    long[] bits = nextBits();
    Grams.addKinds(folded, bits);
    boolean isAscii = folded.length() == utf8.length;
    String bare = isAscii ? folded : Folding.dropDiacritics(folded);
    if (!bare.equals(folded)) {
      Grams.addKinds(bare, bits);
    }
    textBytes += utf8.length;
  }

  private long[] nextBits() {
    if (chunks == kinds.size()) {
      kinds.add(new long[Grams.KINDS / Long.SIZE]);
    }
    long[] bits = kinds.get(chunks++);
    Arrays.fill(bits, 0);
    return bits;
  }

  boolean isFull() {
    return chunks == GROUP;
  }

  /** Returns the number of rows in the signatures of this group. */
  int rows() {
    return chunks == 0
        ? 0
        : (int) Math.min(Grams.KINDS, textBytes / TEXT_BYTES_PER_BYTE / rowBytes(chunks));
  }

  /** Returns all rows, one directly after the other. */
  byte[] toBytes() {
    int rows = rows();
    int rowBytes = rowBytes(chunks);
    byte[] bytes = new byte[rows * rowBytes];
    for (int chunk = 0; rows > 0 && chunk < chunks; chunk++) {
      transpose(kinds.get(chunk), rows, bytes, chunk, rowBytes);
    }
    return bytes;
  }

  private static void transpose(long[] bits, int rows, byte[] bytes, int chunk, int rowBytes) {
    for (int word = 0; word < bits.length; word++) {
      for (long left = bits[word]; left != 0; left &= left - 1) {
        int kind = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        bytes[row(kind, rows) * rowBytes + chunk / Byte.SIZE] |= (byte) (1 << chunk % Byte.SIZE);
      }
    }
  }

  /** Removes all chunks so that the next group can be built. */
  void clear() {
    chunks = 0;
    textBytes = 0;
  }
}
