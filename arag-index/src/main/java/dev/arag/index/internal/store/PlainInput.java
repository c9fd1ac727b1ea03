package dev.arag.index.internal.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A file read with system calls, one thread at a time. Damage to the file always becomes an {@link
 * IOException}. Its handle is closed by the garbage collector.
 *
 * <p>It uses a stream of {@link Files}: no other handle of the JDK both survives interrupts and
 * opens file names that the locale cannot encode. The stream skips in both directions; each skip is
 * checked, since the API does not guarantee skipping backwards.
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
    // The position of the stream is unknown until the read succeeds.
    isBroken = true;
    long moved = stream.skip(offset - position);
    position += moved;
    boolean isThere = position == offset;
    int read = isThere ? stream.readNBytes(target, start, count) : 0;
    position += read;
    isBroken = false;
    if (!isThere || read < count) {
      throw new EOFException(path + " was truncated while open");
    }
  }

  @Override
  public synchronized void close() {
    isBroken = true;
    QuietCloser.close(stream);
  }
}
