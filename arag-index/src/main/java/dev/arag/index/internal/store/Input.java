package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An open file. The opener reads and checks its header, then calls {@link #map} or {@link #close}.
 * After {@link #map} it is thread-safe, an interrupt of one thread does not affect others, and its
 * resources are released by the garbage collector.
 */
public interface Input {
  /** The length of the open file in bytes, even if its name was deleted or replaced. */
  long length();

  /**
   * Copies bytes to the heap.
   *
   * @param offset position in the file; all {@code count} bytes must exist
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted before
   *     {@link #map}; the file must be reopened
   * @throws IOException if the file cannot be read there
   */
  void read(long offset, byte[] target, int start, int count) throws IOException;

  /**
   * Copies little-endian floats to the heap, as {@link #read(long, byte[], int, int)} copies bytes.
   *
   * @param start first float of the target
   * @param count floats
   */
  default void read(long offset, float[] target, int start, int count) throws IOException {
    byte[] bytes = new byte[Math.multiplyExact(count, Float.BYTES)];
    read(offset, bytes, 0, bytes.length);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(target, start, count);
  }

  /** Reads a little-endian number, without heap allocation if possible. */
  default int readInt(long offset) throws IOException {
    byte[] bytes = new byte[Integer.BYTES];
    read(offset, bytes, 0, bytes.length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /**
   * Copies bytes to a buffer, as {@link #read(long, byte[], int, int)} copies them to an array. The
   * buffer's position is neither used nor changed.
   *
   * @param start index in the buffer
   */
  default void read(long offset, ByteBuffer target, int start, int count) throws IOException {
    byte[] bytes = new byte[count];
    read(offset, bytes, 0, count);
    target.put(start, bytes, 0, count);
  }

  /**
   * Prepares the file for many reads. Called once, by the thread that opened it.
   *
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted; the file
   *     must be reopened
   */
  default void map() throws IOException {}

  /**
   * Whether the file was not truncated. Checked after reads that may not detect a truncation; true
   * if reads detect it themselves or it cannot be determined.
   */
  default boolean isWhole() {
    return true;
  }

  /** Closes an input that was not mapped. */
  void close();
}
