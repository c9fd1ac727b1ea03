package dev.arag.index.internal.postings;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a file that is described in {@link PostingsWriter}. Thread-safe. */
public final class PostingsReader {
  /** The border of a key in a search for keys. */
  public static final String BORDER = "\u00ff";

  private static final int LONGEST_RECORD = Integer.MAX_VALUE - 8;

  /** A group of keys needs at least one posting and one key. */
  private static final long MIN_GROUP_BYTES = PostingsWriter.GROUP_ENTRY_BYTES + 4;

  private final BlockReader file;
  private final boolean hasPositions;
  private final int chunks;
  private final int groups;
  private final int chunkLimit;

  /** The first keys of the groups that a search has read, because every search reads the same. */
  private final AtomicReferenceArray<@Nullable String> firstKeys;

  private PostingsReader(
      BlockReader file, boolean hasPositions, int chunks, int groups, int chunkLimit) {
    this.file = file;
    this.hasPositions = hasPositions;
    this.chunks = chunks;
    this.groups = groups;
    this.chunkLimit = chunkLimit;
    this.firstKeys = new AtomicReferenceArray<>(groups);
  }

  /**
   * @param hasPositions whether a posting has a position within its chunk
   */
  public static PostingsReader of(BlockReader file, boolean hasPositions) {
    return of(file, hasPositions, -1);
  }

  /**
   * @param chunkLimit the number of chunks that the postings may refer to; -1 if the file has a
   *     record for each of them
   */
  static PostingsReader of(BlockReader file, boolean hasPositions, int chunkLimit) {
    long trailer = file.length() - PostingsWriter.TRAILER_BYTES;
    long chunks = file.readLong(trailer);
    long groups = file.readLong(trailer + Long.BYTES);
    boolean isPossible =
        chunks >= 0
            && chunks <= Math.min(trailer / Long.BYTES, Integer.MAX_VALUE - 1)
            && groups >= 0
            && groups <= Math.min(trailer / MIN_GROUP_BYTES, Integer.MAX_VALUE - 1)
            && chunks * Long.BYTES + groups * PostingsWriter.GROUP_ENTRY_BYTES <= trailer;
    if (!isPossible) {
      throw file.corrupt(
          trailer, "sizes are impossible: " + chunks + " chunks, " + groups + " groups of keys");
    }
    return new PostingsReader(
        file, hasPositions, (int) chunks, (int) groups, chunkLimit < 0 ? (int) chunks : chunkLimit);
  }

  /** Throws an exception if the file was truncated while it was open. */
  public void requireWhole() {
    file.requireWhole();
  }

  public int chunks() {
    return chunks;
  }

  // ---- records

  /** Returns the offset at which the table of the ends of records starts. */
  long endsOffset() {
    return tableOffset() - (long) chunks * Long.BYTES;
  }

  /** Returns the offset of the entry of a chunk in the table of ends. */
  public long place(int chunk) {
    return endsOffset() + (long) chunk * Long.BYTES;
  }

  private long end(int chunk) {
    return chunk < 0 ? 0 : file.readLong(place(chunk));
  }

  /** Returns the offset in the body at which the record of a chunk starts. */
  public long start(int chunk) {
    if (chunk < 0 || chunk >= chunks) {
      throw file.corrupt(endsOffset(), "there is no chunk " + chunk);
    }
    return end(chunk - 1);
  }

  /** Returns the length of all records in bytes. */
  public long recordBytes() {
    return end(chunks - 1);
  }

  /** Returns the record of a chunk. */
  public byte[] record(int chunk) {
    long start = start(chunk);
    return file.read(start, length(chunk, start));
  }

  /** Copies a record to the start of an array that is long enough. */
  public void read(long start, int length, byte[] target) {
    file.read(start, target, 0, length);
  }

  /** Returns a reader of the record of a chunk. */
  public RecordReader recordReader(int chunk) {
    long start = start(chunk);
    return RecordReader.of(file, start, length(chunk, start));
  }

  /** Returns the length of the record of a chunk, which starts at {@link #start}. */
  public int length(int chunk, long start) {
    long end = end(chunk);
    if (start < 0 || start > end || end > endsOffset() || end - start > LONGEST_RECORD) {
      throw file.corrupt(place(chunk), "a record from " + start + " to " + end + " is impossible");
    }
    return (int) (end - start);
  }

  // ---- keys

  /** Returns the number of groups of keys. */
  public int groups() {
    return groups;
  }

  private long tableOffset() {
    return file.length()
        - PostingsWriter.TRAILER_BYTES
        - (long) groups * PostingsWriter.GROUP_ENTRY_BYTES;
  }

  long groupAt(int group) {
    return tableOffset() + (long) group * PostingsWriter.GROUP_ENTRY_BYTES;
  }

  /** Returns a group of keys. */
  KeyGroup group(int group) {
    long place = groupAt(group);
    long keys = file.readLong(place);
    int keysLength = file.readInt(place + Long.BYTES);
    int entriesLength = file.readInt(place + Long.BYTES + Integer.BYTES);
    long start = endBefore(group);
    if (start < 0
        || start > keys
        || keysLength < 2
        || entriesLength < 1
        || keys > endsOffset() - keysLength - entriesLength) {
      throw file.corrupt(place, "a group of keys at " + keys + " is impossible");
    }
    return new KeyGroup(file, start, keys, keysLength, entriesLength);
  }

  /** Returns the offset of the end of the part of the body before a group. */
  long endBefore(int group) {
    if (group == 0) {
      return recordBytes();
    }
    boolean isAfterRows = group % KeyRows.GROUPS == 0 || group == groups;
    long rows = isAfterRows ? (long) KeyRows.ROWS * rowBytes(group - 1) : 0;
    return endOf(group - 1) + rows;
  }

  /** Returns the offset of the end of a group. */
  private long endOf(int group) {
    long place = groupAt(group);
    return file.readLong(place)
        + file.readInt(place + Long.BYTES)
        + file.readInt(place + Long.BYTES + Integer.BYTES);
  }

  /** Returns the number of bytes of a row for a group and its neighbors. */
  private int rowBytes(int group) {
    return KeyRows.rowBytes(endOfRows(group) - group / KeyRows.GROUPS * KeyRows.GROUPS);
  }

  /** Returns the last group, plus 1, that has common rows with a group. */
  private int endOfRows(int group) {
    return Math.min(groups, (group / KeyRows.GROUPS + 1) * KeyRows.GROUPS);
  }

  /**
   * Passes the keys that contain some bytes in succession to a consumer, in ascending order.
   *
   * @param latin1 the bytes, at least one; {@link #BORDER} is the start or the end of a key
   */
  public void forEachWith(String latin1, Consumer<StoredKey> action) {
    if (!latin1.startsWith(BORDER)) {
      groupsWith(latin1).stream().forEach(group -> group(group).forEachWith(latin1, action));
      return;
    }
    String start = latin1.replace(BORDER, "");
    int next = lastGroupBefore(start);
    while (next < groups) {
      group(next++).forEachWith(latin1, action);
      if (next < groups && !firstKey(next).startsWith(start)) {
        return;
      }
    }
  }

  /**
   * Returns the groups whose keys may contain some bytes in succession, see {@link #forEachWith}.
   */
  public BitSet groupsWith(String latin1) {
    int[] rows = KeyRows.rows(latin1);
    BitSet found = new BitSet(groups);
    for (int first = 0; first < groups; first += KeyRows.GROUPS) {
      int end = endOfRows(first);
      int rowBytes = rowBytes(first);
      BitSet bits = new BitSet();
      bits.set(0, end - first);
      for (int i = 0; i < rows.length && rowBytes > 0 && !bits.isEmpty(); i++) {
        long place = endOf(end - 1) + (long) rows[i] * rowBytes;
        bits.and(BitSet.valueOf(file.read(place, rowBytes)));
      }
      for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
        found.set(first + i);
      }
    }
    return found;
  }

  /** Returns whether the stored rows are those of the keys. */
  boolean hasRightRows() {
    KeyRows expected = new KeyRows();
    for (int group = 0; group < groups; group++) {
      expected.add(group(group).latin1());
      if (group + 1 == endOfRows(group)) {
        byte[] stored = file.read(endOf(group), (long) KeyRows.ROWS * rowBytes(group));
        if (!Arrays.equals(stored, expected.take())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the last group whose first key is not larger than a key, or the first group. */
  private int lastGroupBefore(String key) {
    int low = 0;
    int high = groups - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firstKey(middle).compareTo(key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private String firstKey(int group) {
    String known = firstKeys.get(group);
    if (known != null) {
      return known;
    }
    String first = group(group).key(0).latin1();
    firstKeys.set(group, first);
    return first;
  }

  /** Adds the chunks that contain a key of this file to a set. */
  public void addChunks(StoredKey key, BitSet found) {
    if (key.isBitmap()) {
      found.or(BitSet.valueOf(file.read(key.start(), key.length())));
      return;
    }
    PostingCursor postings = postings(key);
    while (postings.next()) {
      found.set(postings.chunk());
    }
  }

  /** Returns the postings of a key of this file. */
  public PostingCursor postings(StoredKey key) {
    return new PostingCursor(file, key, hasPositions, chunkLimit);
  }

  /** Creates an exception whose message names the file and the offset of the damage. */
  public CorruptIndexException corrupt(long offset, String problem) {
    return file.corrupt(offset, problem);
  }
}
