package dev.arag.index.internal.keyword;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.ProblemCollector;
import java.util.Arrays;

/** Reads a keywords file. Thread-safe. */
public final class KeywordReader {
  private static final long LONGEST_TEXT = Integer.MAX_VALUE - 8;

  private final BlockReader file;
  private final int chunks;
  private final long endsOffset;

  private KeywordReader(BlockReader file, int chunks, long endsOffset) {
    this.file = file;
    this.chunks = chunks;
    this.endsOffset = endsOffset;
  }

  /**
   * Throws an exception if the file was truncated while it was open.
   *
   * @see BlockReader#requireWhole
   */
  public void requireWhole() {
    file.requireWhole();
  }

  public static KeywordReader of(BlockReader file) {
    long trailer = file.length() - Long.BYTES;
    long chunks = file.readLong(trailer);
    if (chunks < 0 || chunks > trailer / Long.BYTES || chunks >= Integer.MAX_VALUE) {
      throw file.corrupt(trailer, "a count of " + chunks + " chunks is impossible");
    }
    long ends = trailer - groups(chunks) * Integer.BYTES - chunks * Long.BYTES;
    if (ends < 0) {
      throw file.corrupt(trailer, "a count of " + chunks + " chunks is impossible");
    }
    return new KeywordReader(file, (int) chunks, ends);
  }

  private static long groups(long chunks) {
    return (chunks + GramSignatures.GROUP - 1) / GramSignatures.GROUP;
  }

  public int chunks() {
    return chunks;
  }

  /** Returns the number of groups. The last group may have fewer chunks than the others. */
  public int groups() {
    return (int) groups(chunks);
  }

  /** Returns the number of the first chunk of a group. */
  public int firstChunk(int group) {
    return group * GramSignatures.GROUP;
  }

  /** Returns the number of the last chunk of a group, plus 1. */
  public int endChunk(int group) {
    return (int) Math.min(chunks, (group + 1L) * GramSignatures.GROUP);
  }

  /** Returns the total length in bytes of all folded texts and signatures. */
  public long length() {
    return endsOffset;
  }

  /** Returns the folded text of a chunk, encoded as UTF-8. */
  public byte[] bytes(int chunk) {
    requireChunk(chunk);
    long start = start(chunk);
    long end = end(chunk);
    requireText(chunk, start, end);
    return file.read(start, end - start);
  }

  void requireChunk(int chunk) {
    if (chunk < 0 || chunk >= chunks) {
      throw file.corrupt(endsOffset, "there is no chunk " + chunk);
    }
  }

  private void requireText(int chunk, long start, long end) {
    if (start < 0 || start > end || end > endsOffset || end - start > LONGEST_TEXT) {
      throw file.corrupt(endAt(chunk), "a text from " + start + " to " + end + " is impossible");
    }
  }

  /**
   * Reads the body offsets at which the folded texts of a group start, followed by the offset at
   * which the last text ends.
   *
   * @param borders receives the offsets, one more than the group has chunks
   * @param stored a buffer with eight bytes for each chunk of a group
   */
  void borders(int group, long[] borders, byte[] stored) {
    int first = firstChunk(group);
    int count = endChunk(group) - first;
    file.read(endAt(first), stored, 0, count * Long.BYTES);
    borders[0] = start(first);
    for (int i = 0; i < count; i++) {
      borders[i + 1] = LittleEndian.getLong(stored, i * Long.BYTES);
      requireText(first + i, borders[i], borders[i + 1]);
    }
  }

  /** Copies bytes of the texts into an array. */
  void read(long offset, byte[] target, int count) {
    file.read(offset, target, 0, count);
  }

  /** Returns the offset in the body at which the folded text of a chunk starts. */
  public long start(int chunk) {
    if (chunk == 0) {
      return 0;
    }
    long before = end(chunk - 1);
    return chunk % GramSignatures.GROUP == 0
        ? signatures(chunk / GramSignatures.GROUP - 1, before).end()
        : before;
  }

  private long end(int chunk) {
    return file.readLong(endAt(chunk));
  }

  private long endAt(int chunk) {
    return endsOffset + (long) chunk * Long.BYTES;
  }

  /** The offset and the number of the signature rows of a group. */
  private record Rows(long start, int rows, int rowBytes) {
    long end() {
      return start + (long) rows * rowBytes;
    }
  }

  private Rows signatures(int group) {
    return signatures(group, end(endChunk(group) - 1));
  }

  private Rows signatures(int group, long start) {
    long place = endAt(chunks) + (long) group * Integer.BYTES;
    int rows = file.readInt(place);
    Rows found =
        new Rows(start, rows, GramSignatures.rowBytes(endChunk(group) - firstChunk(group)));
    if (rows < 0
        || rows > Grams.KINDS
        || start < 0
        || start > endsOffset
        || found.end() > endsOffset) {
      throw file.corrupt(place, rows + " signature rows at " + start + " are impossible");
    }
    return found;
  }

  /**
   * Removes chunks that cannot contain a keyword.
   *
   * @param kinds the kinds of the grams of the keyword
   * @param row a buffer for one row
   */
  void narrow(int group, int[] kinds, GroupChunks candidates, byte[] row) {
    if (kinds.length == 0) {
      return;
    }
    Rows signatures = signatures(group);
    Arrays.fill(row, (byte) 0);
    int last = -1;
    for (int i = 0; i < kinds.length && signatures.rows() > 0 && !candidates.isEmpty(); i++) {
      int number = GramSignatures.row(kinds[i], signatures.rows());
      if (number != last) {
        long place = signatures.start() + (long) number * signatures.rowBytes();
        file.read(place, row, 0, signatures.rowBytes());
        candidates.retain(row);
        last = number;
      }
    }
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public void audit(ProblemCollector problems) {
    for (int i = 0; i < groups(); i++) {
      int group = i;
      problems.check(endAt(firstChunk(group)), () -> auditSignatures(group, problems));
    }
    problems.check(0, () -> auditEnd(problems));
  }

  private void auditSignatures(int group, ProblemCollector problems) {
    GramSignatures expected = new GramSignatures();
    for (int chunk = firstChunk(group); chunk < endChunk(group); chunk++) {
      expected.add(bytes(chunk));
    }
    Rows stored = signatures(group);
    byte[] bytes = file.read(stored.start(), stored.end() - stored.start());
    problems.require(
        stored.rows() == expected.rows() && Arrays.equals(bytes, expected.toBytes()),
        stored.start(),
        "the signatures of the group of chunk "
            + firstChunk(group)
            + " do not match the texts of the group");
  }

  /**
   * Checks that the last group ends where the table of text ends begins. There is no gap between
   * groups, so a difference means that bytes belong to no group.
   */
  private void auditEnd(ProblemCollector problems) {
    long end = chunks == 0 ? 0 : signatures(groups() - 1).end();
    problems.require(end == endsOffset, end, "some bytes belong to no text");
  }
}
