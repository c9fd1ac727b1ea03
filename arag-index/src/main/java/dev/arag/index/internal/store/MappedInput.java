package dev.arag.index.internal.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A memory-mapped file. Large files are mapped in several windows because a buffer is limited to 2
 * GiB. Reads only copy bytes out of the mapping. If the file is truncated, a copy throws an error,
 * whereas native code that works directly on the mapping would crash the JVM. The garbage collector
 * unmaps the file. Before {@link #map} is called, reads use the file channel, so that a file that
 * fails the checks is never mapped.
 */
final class MappedInput implements Input {
  private static final MappedByteBuffer[] NONE = {};
  private static final FloatBuffer[] NO_FLOATS = {};

  private final Path path;
  private final FileChannel channel;
  private final @Nullable Object key;
  private final long length;
  private final int windowBytes;
  // These fields are not volatile because other threads receive this object after it was mapped.
  private MappedByteBuffer[] windows = NONE;
  private FloatBuffer[] floats = NO_FLOATS;

  /**
   * @param key the key by which the file system identifies the file; null if the file system has no
   *     such keys
   */
  private MappedInput(
      Path path, FileChannel channel, @Nullable Object key, long length, int windowBytes) {
    this.path = path;
    this.channel = channel;
    this.key = key;
    this.length = length;
    this.windowBytes = windowBytes;
  }

  static MappedInput open(Path path, int windowBytes) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try {
      return new MappedInput(
          path, channel, attributes(path).fileKey(), channel.size(), windowBytes);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public long length() {
    return length;
  }

  /**
   * Maps the file and closes the channel. An open channel would be dangerous because interrupting
   * one reading thread closes the channel for all threads.
   */
  @Override
  public void map() throws IOException {
    int count = Math.toIntExact((length + windowBytes - 1) / windowBytes);
    MappedByteBuffer[] mapped = new MappedByteBuffer[count];
    try (channel) {
      for (int i = 0; i < count; i++) {
        long start = (long) i * windowBytes;
        mapped[i] =
            channel.map(
                FileChannel.MapMode.READ_ONLY, start, Math.min(windowBytes, length - start));
      }
    }
    windows = mapped;
    floats = Arrays.stream(mapped).map(MappedInput::floats).toArray(FloatBuffer[]::new);
  }

  private static FloatBuffer floats(MappedByteBuffer window) {
    return window.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  @Override
  public void read(long offset, byte[] target, int start, int count) throws IOException {
    if (channel.isOpen()) {
      readChannel(offset, ByteBuffer.wrap(target, start, count));
      return;
    }
    convertingErrors(() -> copy(offset, target, start, count));
  }

  /**
   * Copies directly into the array if floats are aligned, so that none crosses the end of a window.
   */
  @Override
  public void read(long offset, float[] target, int start, int count) throws IOException {
    if (channel.isOpen() || windowBytes % Float.BYTES != 0 || offset % Float.BYTES != 0) {
      Input.super.read(offset, target, start, count);
      return;
    }
    convertingErrors(() -> copy(offset / Float.BYTES, target, start, count));
  }

  @Override
  public void read(long offset, ByteBuffer target, int start, int count) throws IOException {
    if (channel.isOpen()) {
      Input.super.read(offset, target, start, count);
      return;
    }
    convertingErrors(() -> copy(offset, target, start, count));
  }

  @Override
  public int readInt(long offset) throws IOException {
    int inWindow = (int) (offset % windowBytes);
    if (channel.isOpen() || inWindow > windowBytes - Integer.BYTES) {
      return Input.super.readInt(offset);
    }
    try {
      return Integer.reverseBytes(windows[(int) (offset / windowBytes)].getInt(inWindow));
    } catch (InternalError e) {
      throw newTruncationException(e);
    }
  }

  /**
   * Looks up the current length by file name because the channel is closed. If the name was deleted
   * or now belongs to another file, the mapped file is unaffected.
   */
  @Override
  public boolean isWhole() {
    try {
      BasicFileAttributes now = attributes(path);
      return key == null || !key.equals(now.fileKey()) || now.size() >= length;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Converts the error that the JVM throws for truncated files into an exception. The JVM may also
   * throw the error later on the same thread, after a read has returned zeros. {@link #isWhole}
   * detects this case.
   */
  private void convertingErrors(Runnable copying) throws IOException {
    try {
      copying.run();
    } catch (InternalError e) {
      throw newTruncationException(e);
    }
  }

  private IOException newTruncationException(InternalError cause) {
    return new IOException(
        path + " can no longer be read because it was truncated while it was open", cause);
  }

  private void readChannel(long offset, ByteBuffer target) throws IOException {
    long at = offset;
    while (target.hasRemaining()) {
      int read = channel.read(target, at);
      if (read < 0) {
        throw new EOFException(path + " was truncated while it was open");
      }
      at += read;
    }
  }

  private void copy(long offset, byte[] target, int start, int count) {
    int copied = 0;
    while (copied < count) {
      long at = offset + copied;
      MappedByteBuffer window = windows[(int) (at / windowBytes)];
      int inWindow = (int) (at % windowBytes);
      int step = Math.min(count - copied, window.limit() - inWindow);
      window.get(inWindow, target, start + copied, step);
      copied += step;
    }
  }

  private void copy(long offset, ByteBuffer target, int start, int count) {
    int copied = 0;
    while (copied < count) {
      long at = offset + copied;
      MappedByteBuffer window = windows[(int) (at / windowBytes)];
      int inWindow = (int) (at % windowBytes);
      int step = Math.min(count - copied, window.limit() - inWindow);
      target.put(start + copied, window, inWindow, step);
      copied += step;
    }
  }

  private void copy(long firstFloat, float[] target, int start, int count) {
    int windowFloats = windowBytes / Float.BYTES;
    int copied = 0;
    while (copied < count) {
      long at = firstFloat + copied;
      FloatBuffer window = floats[(int) (at / windowFloats)];
      int inWindow = (int) (at % windowFloats);
      int step = Math.min(count - copied, window.limit() - inWindow);
      window.get(inWindow, target, start + copied, step);
      copied += step;
    }
  }

  @Override
  public void close() {
    QuietCloser.close(channel);
  }
}
