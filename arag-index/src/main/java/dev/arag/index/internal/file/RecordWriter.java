package dev.arag.index.internal.file;

import dev.arag.core.internal.string.LoneSurrogates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Builds the bytes of one record. Numbers are encoded as unsigned LEB128: seven bits per byte,
 * lowest bits first, with the high bit set in every byte except the last. Texts are encoded as
 * UTF-8, preceded by their length in bytes.
 */
public final class RecordWriter {
  private byte[] bytes = new byte[256];
  private int size;

  /** Returns the number of bytes written so far. */
  public int size() {
    return size;
  }

  /** Returns a copy of the bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** Removes all bytes so that the next record can be built. */
  public void clear() {
    size = 0;
  }

  public void putByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /**
   * @param value a number that is not negative
   */
  public void putNumber(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("The number must be >= 0 but was " + value);
    }
    long rest = value;
    while (rest >= 0x80) {
      putByte((int) (rest | 0x80));
      rest >>>= 7;
    }
    putByte((int) rest);
  }

  /** Writes bytes without a length prefix. */
  public void putBytes(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  public void putInt(int value) {
    ensure(Integer.BYTES);
    LittleEndian.putInt(bytes, size, value);
    size += Integer.BYTES;
  }

  public void putLong(long value) {
    ensure(Long.BYTES);
    LittleEndian.putLong(bytes, size, value);
    size += Long.BYTES;
  }

  /**
   * @throws IllegalArgumentException if the text contains a lone surrogate, which UTF-8 cannot
   *     encode
   */
  public void putText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (LoneSurrogates.isIn(text)) {
      throw new IllegalArgumentException(
          "The text contains a lone surrogate, which UTF-8 cannot encode");
    }
    putNumber(utf8.length);
    putBytes(utf8);
  }

  public void putTexts(List<String> texts) {
    putNumber(texts.size());
    texts.forEach(this::putText);
  }

  /** Appends the record to the body of a file. */
  public void writeTo(BlockWriter writer) throws IOException {
    writer.write(bytes, 0, size);
  }

  private void ensure(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, Math.addExact(size, size / 2)));
    }
  }
}
