package dev.arag.index.internal.file;

import dev.arag.core.error.CorruptIndexException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the fields of one record that was written with {@link RecordWriter}. Contents can be
 * invalid even if the checksum matches, so every length is checked against the length of the
 * record.
 */
public final class RecordReader {
  private final BlockReader file;
  private final long offset;
  private final byte[] bytes;
  private int at;

  private RecordReader(BlockReader file, long offset, byte[] bytes) {
    this.file = file;
    this.offset = offset;
    this.bytes = bytes;
  }

  /** Reads a record from the body of a file. */
  public static RecordReader of(BlockReader file, long offset, long length) {
    return new RecordReader(file, offset, file.read(offset, length));
  }

  /** Returns the length of the record in bytes. */
  public int length() {
    return bytes.length;
  }

  /** Returns the number of bytes read so far. */
  public int position() {
    return at;
  }

  /** Returns whether all bytes were read. */
  public boolean isAtEnd() {
    return at == bytes.length;
  }

  public int readByte() {
    return advance(1) & 0xff;
  }

  private int advance(int count) {
    if (count > bytes.length - at) {
      throw corrupt("a record is too short for its contents");
    }
    int first = count == 0 ? 0 : bytes[at];
    at += count;
    return first;
  }

  public long readNumber() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return requireNotNegative(value);
      }
    }
    throw corrupt("a number is too long");
  }

  private long requireNotNegative(long value) {
    if (value < 0) {
      throw corrupt("a number is too large");
    }
    return value;
  }

  /** Reads a number and requires that it fits in an {@code int}. */
  public int readInt() {
    long value = readNumber();
    if (value > Integer.MAX_VALUE) {
      throw corrupt("a number is too large");
    }
    return (int) value;
  }

  /** Reads the number of elements that follow. Each element must be at least one byte long. */
  public int readCount() {
    int count = readInt();
    if (count > bytes.length - at) {
      throw corrupt("a record is too short for its contents");
    }
    return count;
  }

  /** Reads bytes without a length prefix. */
  public byte[] readBytes(int count) {
    int start = at;
    advance(count);
    return Arrays.copyOfRange(bytes, start, at);
  }

  public long readLong() {
    int start = at;
    advance(Long.BYTES);
    return LittleEndian.getLong(bytes, start);
  }

  public String readText() {
    int length = readCount();
    int start = at;
    at += length;
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  public List<String> readTexts() {
    int count = readCount();
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(readText());
    }
    return texts;
  }

  /**
   * Appends the whole record unchanged to the body of another file.
   *
   * @return the length of the record in bytes
   */
  public int copyTo(BlockWriter writer) throws IOException {
    writer.write(bytes, 0, bytes.length);
    return bytes.length;
  }

  /** Throws an exception if the record has unread bytes. Must be called last. */
  public void requireEnd() {
    if (at != bytes.length) {
      throw corrupt("a record is longer than its contents");
    }
  }

  /** Creates an exception whose message names the file and the current offset. */
  public CorruptIndexException corrupt(String what) {
    return file.corrupt(offset + at, what);
  }
}
