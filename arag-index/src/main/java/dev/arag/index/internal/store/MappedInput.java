package dev.arag.index.internal.store;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file mapped in windows, since one buffer ends at 2 GiB. Bytes leave it only as copies: a plain
 * copy survives a file that others cut short, while native code over the mapping would end the JVM.
 * Unmapped by the garbage collector.
 */
final class MappedInput implements Input {
  private final Path path;
  private final long length;
  private final int windowBytes;
  private final MappedByteBuffer[] windows;

  private MappedInput(Path path, long length, int windowBytes, MappedByteBuffer[] windows) {
    this.path = path;
    this.length = length;
    this.windowBytes = windowBytes;
    this.windows = windows;
  }

  static MappedInput of(Path path, long length, int windowBytes) throws IOException {
    int count = Math.toIntExact((length + windowBytes - 1) / windowBytes);
    MappedByteBuffer[] windows = new MappedByteBuffer[count];
    // A channel of its own, closed at once: an interrupt closes the channel it meets.
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      for (int i = 0; i < count; i++) {
        long start = (long) i * windowBytes;
        windows[i] =
            channel.map(
                FileChannel.MapMode.READ_ONLY, start, Math.min(windowBytes, length - start));
      }
    }
    return new MappedInput(path, length, windowBytes, windows);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void read(long offset, byte[] target, int start, int count) throws IOException {
    // The JVM may also throw it a little later on this thread: whoever cuts files under a running
    // reader gets an InternalError where no more can be said.
    try {
      copy(offset, target, start, count);
    } catch (InternalError e) {
      throw new IOException(path + " can no longer be read: it was cut while open", e);
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
}
