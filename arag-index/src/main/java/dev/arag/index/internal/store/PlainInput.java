package dev.arag.index.internal.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A file read by system calls, one thread at a time: whatever others do to it, a read gives bytes
 * or an {@link IOException}. Its handle is closed by the garbage collector.
 *
 * <p>A stream of {@link Files} is the one handle of the JDK that no interrupt closes and that opens
 * every name, also one the locale cannot spell. It moves in both directions; each move is checked,
 * since only its class promises the way back.
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
      throw new IOException(path + " could not be read before: open the index anew");
    }
    // Until all went well, nobody knows where the stream stands.
    isBroken = true;
    long moved = stream.skip(offset - position);
    position += moved;
    boolean isThere = position == offset;
    int read = isThere ? stream.readNBytes(target, start, count) : 0;
    position += read;
    isBroken = false;
    if (!isThere || read < count) {
      throw new EOFException(path + " was cut while open");
    }
  }

  @Override
  public synchronized void close() {
    isBroken = true;
    Handles.close(stream);
  }
}
