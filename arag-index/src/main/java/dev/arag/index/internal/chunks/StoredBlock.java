package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A block of a document with entries of fixed length in the order of the text, and the data of each
 * entry, as described in {@link ChunksLayout}. An entry is found and read without reading the
 * others. Thread-safe.
 *
 * @param <T> what an entry is read as
 */
abstract class StoredBlock<T> {
  private final BlockReader file;
  private final long start;
  private final String name;

  /** The int32s of an entry. The last two are the ends of its text and of its data. */
  private final int ints;

  private final int count;
  private final long dataLength;

  /**
   * @param start the offset of the contents of the block
   * @param length their length in bytes; 0 if there is no block
   * @param name the name of an entry, for use in messages
   * @param ints the length of an entry in int32s
   */
  StoredBlock(BlockReader file, long start, long length, String name, int ints) {
    this.file = file;
    this.start = start;
    this.name = name;
    this.ints = ints;
    count = length == 0 ? 0 : length < Integer.BYTES ? -1 : file.readInt(start);
    dataLength = start + length - at(count, 0);
    if (length > 0 && (count < 1 || dataLength < 0)) {
      throw file.corrupt(start, "a block of " + name + "s is too short for its contents");
    }
  }

  /** Writes a block; writes nothing if there are no entries. */
  static void write(
      int kind, int count, RecordWriter entries, RecordWriter data, RecordWriter out) {
    if (count > 0) {
      out.putNumber(kind);
      out.putNumber(Integer.BYTES + (long) Math.addExact(entries.size(), data.size()));
      out.putInt(count);
      out.putBytes(entries.toBytes());
      out.putBytes(data.toBytes());
    }
  }

  /** Returns the entries that have text between two offsets of the document. */
  final List<T> between(int from, int to) {
    List<T> found = new ArrayList<>();
    int first = file.firstAbove(from, at(0, ints - 2), ints * Integer.BYTES, count);
    for (int i = first; i < count && start(i) < to; i++) {
      found.add(read(i));
    }
    return found;
  }

  /** Reads an entry and checks it. */
  abstract T read(int entry);

  /** Returns the start of the text of an entry, or an offset before it. */
  int start(int entry) {
    return end(entry - 1);
  }

  /** Returns the end of the text of an entry; 0 for the entry before the first. */
  final int end(int entry) {
    return field(entry, ints - 2);
  }

  final int field(int entry, int field) {
    return entry < 0 ? 0 : file.readInt(at(entry, field));
  }

  private long at(int entry, int field) {
    return start + Integer.BYTES * (1 + (long) ints * entry + field);
  }

  private int dataEnd(int entry) {
    return field(entry, ints - 1);
  }

  final RecordReader data(int entry) {
    int first = dataEnd(entry - 1);
    int end = dataEnd(entry);
    if (first < 0 || end < first || end > dataLength) {
      throw corrupt(entry, "its length is invalid");
    }
    return RecordReader.of(file, at(count, 0) + first, end - first);
  }

  /**
   * Checks all entries.
   *
   * @param textLength the length of the text of the document
   */
  final void audit(long textLength) {
    IntStream.range(0, count).forEach(this::read);
    if (count > 0 && (end(count - 1) > textLength || dataEnd(count - 1) != dataLength)) {
      throw corrupt(count - 1, "it is longer than its document, or the block than its data");
    }
  }

  final CorruptIndexException corrupt(int entry, String problem) {
    return file.corrupt(at(entry, 0), name + " " + entry + " of a document: " + problem);
  }
}
