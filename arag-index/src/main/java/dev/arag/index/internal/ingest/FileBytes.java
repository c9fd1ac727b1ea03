package dev.arag.index.internal.ingest;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
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
 * A reusable buffer for the bytes of one whole file. The buffer ensures that the same bytes are
 * hashed and parsed, even if the file changes in the meantime. Not thread-safe.
 */
public final class FileBytes {
  /**
   * The maximum number of bytes per read. For each thread, the JDK keeps a native buffer as large
   * as the longest read, so reads must be short.
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
   * Returns the buffer. The current file begins at index 0 and has {@link #length} bytes. Bytes
   * after the current file are left over from earlier files.
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

  /** Replaces the buffer, because an abandoned parser may still read the old one. */
  public void abandon() {
    bytes = new byte[READ_AT_ONCE];
    length = 0;
  }

  /** Opens a stream for a file of any length. */
  public static InputStream open(Path file) throws IOException {
    return Channels.newInputStream(Files.newByteChannel(file, options(file)));
  }

  /**
   * Reads a file into the buffer and replaces the previous file.
   *
   * @param file the file, which must not be a symbolic link
   * @throws UnreadableSourceException if the file is longer than the limit
   */
  public void load(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file, options(file))) {
      read(channel);
    }
  }

  /** Reads to the end of the file, even if it is longer than the size that the channel reports. */
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

  /**
   * Returns options that do not follow links, because a file may have been replaced with a link
   * after it was listed.
   */
  private static Set<OpenOption> options(Path file) {
    return file.getFileSystem() == FileSystems.getDefault() ? READ_NO_LINK : READ;
  }

  /**
   * Reserves one byte more than the expected length, so that the end of the file is detected
   * without enlarging the buffer again.
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
