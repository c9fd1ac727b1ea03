package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A file being read. Whoever opened it reads what tells whether it is the right file, then says
 * {@link #map} or {@link #close}. From {@link #map} on it is safe for use by several threads, an
 * interrupt of one disturbs no other, and nobody needs to close it: what it holds goes back to the
 * system when it is no longer reachable.
 */
public interface Input {
  /** Length in bytes of the file that was opened, whatever its name means by now. */
  long length();

  /**
   * Copies bytes to the heap.
   *
   * @param offset place in the file; all of {@code count} bytes must lie inside
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted before
   *     {@link #map}; the file must be opened anew
   * @throws IOException if the file can no longer be read there
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

  /** Reads a little-endian number without leaving anything on the heap, where that is possible. */
  default int readInt(long offset) throws IOException {
    byte[] bytes = new byte[Integer.BYTES];
    read(offset, bytes, 0, bytes.length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  /**
   * Copies bytes to a buffer, whatever its position, as {@link #read(long, byte[], int, int)}
   * copies them to an array.
   *
   * @param start where in the buffer
   */
  default void read(long offset, ByteBuffer target, int start, int count) throws IOException {
    byte[] bytes = new byte[count];
    read(offset, bytes, 0, count);
    target.put(start, bytes, 0, count);
  }

  /**
   * Says that it is read a lot from now on. Called once, by the thread that opened it.
   *
   * @throws java.nio.channels.ClosedByInterruptException if this thread was interrupted; the file
   *     must be opened anew
   */
  default void map() throws IOException {}

  /**
   * Whether the file still has all its bytes. Asked behind reading where a read itself may not have
   * noticed that others cut the file meanwhile; true where it would have, and where nobody can
   * tell.
   */
  default boolean isWhole() {
    return true;
  }

  /** Gives up an input that was not mapped. */
  void close();
}
