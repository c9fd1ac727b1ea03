package dev.arag.index.internal.ingest;

import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/**
 * A reusable buffer that holds one whole file at a time. The same bytes are hashed and parsed even
 * if the file changes in between. Not thread-safe.
 */
public final class FileBytes {
  /**
   * The length of one read: the JDK retains native memory of the size of the longest read of a
   * thread.
   */
  private static final int READ_AT_ONCE = 128 * 1024;

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> READ_NO_LINK =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final IngestLimits limits;
  private byte[] bytes = new byte[READ_AT_ONCE];
  private int length;

  public FileBytes(IngestLimits limits) {
    this.limits = limits;
  }

  /**
   * The buffer: the current file begins at index 0; bytes after its length belong to earlier files.
   */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  /** Abandons the buffer to a reader that may still use it; the next file gets a new one. */
  public void abandon() {
    bytes = new byte[READ_AT_ONCE];
    length = 0;
  }

  /** A stream over a file of any length. */
  static InputStream open(Path file) throws IOException {
    return Channels.newInputStream(Files.newByteChannel(file, options(file)));
  }

  /**
   * Reads a file and replaces the previous one.
   *
   * @param file not a link
   * @throws UnreadableSourceException if it is longer than the limit
   */
  public void load(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file, options(file))) {
      read(channel);
    }
  }

  /** Reads to the end, even if the file is longer than its stated size. */
  void read(SeekableByteChannel channel) throws IOException {
    length = 0;
    ensureCapacity(channel.size());
    while (readSome(channel)) {
      if (length == bytes.length) {
        ensureCapacity(2L * length);
      }
    }
    limits.checkFile(length);
  }

  /** Links are not followed: a file may have been replaced by a link since it was listed. */
  private static Set<OpenOption> options(Path file) {
    return file.getFileSystem() == FileSystems.getDefault() ? READ_NO_LINK : READ;
  }

  /**
   * Reserves one byte more than the file has, so that its end is detected without growing again.
   */
  private void ensureCapacity(long expected) {
    limits.checkFile(length == 0 ? expected : length);
    long wanted = Math.min(expected, limits.fileBytes()) + 1;
    if (bytes.length < wanted) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, LONGEST_ARRAY));
    }
  }

  private boolean readSome(SeekableByteChannel channel) throws IOException {
    int count = Math.min(bytes.length - length, READ_AT_ONCE);
    int read = channel.read(ByteBuffer.wrap(bytes, length, count));
    length += Math.max(read, 0);
    return read >= 0;
  }
}
