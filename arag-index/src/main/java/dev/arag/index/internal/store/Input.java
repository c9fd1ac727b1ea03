package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An open file. The code that opens a file reads and checks its header, and then calls {@link #map}
 * or {@link #close}. After a call of {@link #map}, the input is thread-safe, and interrupting one
 * thread does not affect reads by other threads. The garbage collector then releases the resources,
 * so {@link #close} need not be called.
 */
public interface Input {
  /**
   * Returns the length in bytes that the file had when it was opened. A file that was deleted or
   * replaced since then remains readable.
   */
  long length();

  /**
   * Copies bytes into an array.
   *
   * @param offset the position in the file of the first byte; the file must contain all {@code
   *     count} bytes
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted before
   *     {@link #map} was called; the file must then be reopened
   * @throws IOException if the bytes cannot be read
   */
  void read(long offset, byte[] target, int start, int count) throws IOException;

  /**
   * Copies little-endian floats into an array in the same way as {@link #read(long, byte[], int,
   * int)} copies bytes.
   *
   * @param start the index in the array of the first float
   * @param count the number of floats
   */
  default void read(long offset, float[] target, int start, int count) throws IOException {
    byte[] bytes = new byte[Math.multiplyExact(count, Float.BYTES)];
    read(offset, bytes, 0, bytes.length);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(target, start, count);
  }

  /** Reads a little-endian {@code int}, without allocating heap memory if possible. */
  default int readInt(long offset) throws IOException {
    byte[] bytes = new byte[Integer.BYTES];
    read(offset, bytes, 0, bytes.length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /**
   * Copies bytes into a buffer in the same way as {@link #read(long, byte[], int, int)} copies them
   * into an array. The position of the buffer is neither used nor changed.
   *
   * @param start the index in the buffer of the first byte
   */
  default void read(long offset, ByteBuffer target, int start, int count) throws IOException {
    byte[] bytes = new byte[count];
    read(offset, bytes, 0, count);
    target.put(start, bytes, 0, count);
  }

  /**
   * Prepares the file for many reads. Must be called only once, by the thread that opened the file.
   *
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted; the file
   *     must then be reopened
   */
  default void map() throws IOException {}

  /**
   * Returns false if the file is known to have been truncated since it was opened. Callers check
   * this after reads because some reads do not detect a truncation. Returns true if reads detect a
   * truncation themselves, or if the current length cannot be determined.
   */
  default boolean isWhole() {
    return true;
  }

  /** Closes the file if {@link #map} was not called. */
  void close();
}
