package dev.arag.index.internal.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Reads a file with system calls, one thread at a time. A file that is damaged during a read always
 * causes an {@link IOException}. The garbage collector closes the file handle.
 *
 * <p>This class uses a stream created by {@link Files}. Such a stream stays open when a thread is
 * interrupted, and it can open files whose names the locale cannot encode. No other file API of the
 * JDK does both. The stream can skip forward and backward. Each skip is checked because the API
 * does not guarantee that a stream can skip backward.
 */
final class PlainInput implements Input {
  private final Path path;
  private final InputStream stream;
  private final long length;
  private long position;
  private boolean isBroken;

  private PlainInput(Path path, InputStream stream) throws IOException {
    this.path = path;
    this.stream = stream;
    this.length = stream.skip(Long.MAX_VALUE);
    this.position = length;
  }

  static PlainInput open(Path path) throws IOException {
    InputStream stream = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
    try {
      return new PlainInput(path, stream);
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public synchronized void read(long offset, byte[] target, int start, int count)
      throws IOException {
    if (isBroken) {
      throw new IOException("An earlier read of " + path + " failed. Reopen the index.");
    }
    // If the skip or the read throws an exception, the position of the stream is unknown.
    isBroken = true;
    long moved = stream.skip(offset - position);
    position += moved;
    boolean isThere = position == offset;
    int read = isThere ? stream.readNBytes(target, start, count) : 0;
    position += read;
    isBroken = false;
    if (!isThere || read < count) {
      throw new EOFException(path + " was truncated while it was open");
    }
  }

  @Override
  public synchronized void close() {
    isBroken = true;
    QuietCloser.close(stream);
  }
}
