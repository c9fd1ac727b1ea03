package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.LongColumn;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a file of records and postings: first the records of all chunks, then the keys in
 * ascending order of their bytes. Only the tables of chunks and groups and the keys of one group
 * are kept on the heap. Not thread-safe.
 *
 * <pre>
 * records   for each chunk its record, without gaps
 * groups    for each group of keys: the postings of its keys | its keys, a byte 0xff after each |
 *           for each key: number 2 * length of its postings + (1 if they are a bitmap) | after 512
 *           groups and after the last one: the rows of {@link KeyRows}
 * postings  by chunk and position. Without positions: number 2 * chunks after that of the posting
 *           before + (1 if the count is larger than 1). With positions: number chunks after that of
 *           the posting before | number 2 * positions after that of the posting before in the same
 *           chunk + (1 if the count is larger than 1). Then, if the count is larger than 1: number
 *           count. If this is shorter and there are no positions and no larger counts: a bit for
 *           each chunk, the lowest bit of a byte first
 * ends      int64 for each chunk: the offset of the end of its record
 * table     for each group: int64 offset of its keys | int32 length of its keys | int32 length of
 *           the numbers after them
 * trailer   int64 chunks | int64 groups
 * </pre>
 */
public final class PostingsWriter implements Closeable {
  /** A group is complete when its keys have this many bytes. */
  static final int GROUP_BYTES = 1 << 10;

  /** The byte after a key. It does not occur in UTF-8. */
  static final int END_OF_KEY = 0xff;

  static final int TRAILER_BYTES = 2 * Long.BYTES;
  static final int GROUP_ENTRY_BYTES = Long.BYTES + 2 * Integer.BYTES;

  private final BlockWriter file;
  private final boolean hasPositions;
  private final LongColumn ends = new LongColumn();
  private final LongColumn keyStarts = new LongColumn();
  private final IntColumn lengths = new IntColumn();
  private final RecordWriter postings = new RecordWriter();
  private final IntColumn keyChunks = new IntColumn();
  private final RecordWriter keys = new RecordWriter();
  private final RecordWriter entries = new RecordWriter();
  private final KeyRows rows = new KeyRows();
  private byte[] lastKey = {};
  private boolean hasCounts;
  private int lastChunk;
  private int lastPosition;

  private PostingsWriter(BlockWriter file, boolean hasPositions) {
    this.file = file;
    this.hasPositions = hasPositions;
  }

  /**
   * @param hasPositions whether a posting has a position within its chunk
   */
  public static PostingsWriter create(Store store, String name, FileKind kind, boolean hasPositions)
      throws IOException {
    return new PostingsWriter(BlockWriter.create(store, name, kind), hasPositions);
  }

  boolean hasPositions() {
    return hasPositions;
  }

  /** Returns the number of records written so far. */
  int records() {
    return ends.size();
  }

  /** Adds the record of the next chunk. All records come before the first key. */
  void addRecord(byte[] record) throws IOException {
    file.write(record, 0, record.length);
    ends.add(file.position());
  }

  /** Starts the next key, whose postings follow. */
  void startKey(byte[] key) {
    if (key.length == 0 || Arrays.compareUnsigned(lastKey, key) >= 0) {
      throw new IllegalArgumentException(
          "The keys are not in ascending order: " + new String(key, StandardCharsets.UTF_8));
    }
    lastKey = key;
    postings.clear();
    keyChunks.clear();
    hasCounts = false;
    lastChunk = 0;
    lastPosition = 0;
  }

  /**
   * Adds a posting of the current key. Postings are in ascending order.
   *
   * @param position 0 if postings have no positions
   * @param count at least 1
   */
  void addPosting(int chunk, int position, int count) {
    int more = count > 1 ? 1 : 0;
    if (hasPositions) {
      postings.putNumber(chunk - lastChunk);
      postings.putNumber(2L * (position - (chunk > lastChunk ? 0 : lastPosition)) + more);
    } else {
      postings.putNumber(2L * (chunk - lastChunk) + more);
    }
    if (more == 1) {
      postings.putNumber(count);
    }
    hasCounts |= more == 1;
    keyChunks.add(chunk);
    lastChunk = chunk;
    lastPosition = position;
  }

  void endKey() throws IOException {
    keys.putBytes(lastKey);
    keys.putByte(END_OF_KEY);
    int bitmapBytes = lastChunk / Byte.SIZE + 1;
    boolean isBitmap = !hasPositions && !hasCounts && bitmapBytes < postings.size();
    if (isBitmap) {
      byte[] bitmap = new byte[bitmapBytes];
      for (int i = 0; i < keyChunks.size(); i++) {
        bitmap[keyChunks.get(i) / Byte.SIZE] |= (byte) (1 << keyChunks.get(i) % Byte.SIZE);
      }
      postings.clear();
      postings.putBytes(bitmap);
    }
    entries.putNumber(2L * postings.size() + (isBitmap ? 1 : 0));
    postings.writeTo(file);
    if (keys.size() >= GROUP_BYTES) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    keyStarts.add(file.position());
    lengths.add(keys.size());
    lengths.add(entries.size());
    keys.writeTo(file);
    entries.writeTo(file);
    rows.add(PostingsReader.BORDER + StoredKey.latin1(keys.toBytes()));
    keys.clear();
    entries.clear();
    if (rows.isFull()) {
      endRows();
    }
  }

  private void endRows() throws IOException {
    byte[] bytes = rows.take();
    file.write(bytes, 0, bytes.length);
  }

  /** Completes the file. */
  FileIdentity finish() throws IOException {
    if (keys.size() > 0) {
      endGroup();
    }
    endRows();
    for (int i = 0; i < ends.size(); i++) {
      file.writeLong(ends.get(i));
    }
    for (int i = 0; i < keyStarts.size(); i++) {
      file.writeLong(keyStarts.get(i));
      file.writeInt(lengths.get(2 * i));
      file.writeInt(lengths.get(2 * i + 1));
    }
    file.writeLong(ends.size());
    file.writeLong(keyStarts.size());
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
