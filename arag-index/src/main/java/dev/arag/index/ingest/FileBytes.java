package dev.arag.index.ingest;

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
 * The bytes of one file at a time, whole, in memory that the next file uses again. What is hashed
 * and what is parsed is the same even if the file changes meanwhile. For one thread.
 */
final class FileBytes {
  /** The JDK keeps native memory as long as the longest read of a thread. */
  private static final int READ_AT_ONCE = 128 * 1024;

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
  private static final Set<OpenOption> READ_NO_LINK =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final IngestLimits limits;
  private byte[] bytes = new byte[READ_AT_ONCE];
  private int length;

  FileBytes(IngestLimits limits) {
    this.limits = limits;
  }

  /** Holds the file at hand from index 0; what lies behind its length is of other files. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  /** Gives the memory to whoever still reads from it; the next file gets its own. */
  void leave() {
    bytes = new byte[READ_AT_ONCE];
    length = 0;
  }

  /** A stream over a file of any length, for who does not need it whole. */
  static InputStream open(Path file) throws IOException {
    return Channels.newInputStream(Files.newByteChannel(file, options(file)));
  }

  /**
   * Reads a file; the one before is gone.
   *
   * @param file no link
   * @throws UnreadableSourceException if it is longer than the limit
   */
  void load(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file, options(file))) {
      read(channel);
    }
  }

  /** Reads to the end, also where the file turns out longer than it said. */
  void read(SeekableByteChannel channel) throws IOException {
    length = 0;
    makeRoom(channel.size());
    while (readSome(channel)) {
      if (length == bytes.length) {
        makeRoom(2L * length);
      }
    }
    requireWithinLimit(length);
  }

  /** A file that has become a link since it was found may lead anywhere. */
  private static Set<OpenOption> options(Path file) {
    return file.getFileSystem() == FileSystems.getDefault() ? READ_NO_LINK : READ;
  }

  /** One byte more than the file has, so that its end is seen without growing again. */
  private void makeRoom(long expected) {
    requireWithinLimit(length == 0 ? expected : length);
    long wanted = Math.min(expected, limits.fileBytes()) + 1;
    if (bytes.length < wanted) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, LONGEST_ARRAY));
    }
  }

  private void requireWithinLimit(long fileBytes) {
    if (fileBytes > limits.fileBytes()) {
      throw limits.tooLong();
    }
  }

  private boolean readSome(SeekableByteChannel channel) throws IOException {
    int room = Math.min(bytes.length - length, READ_AT_ONCE);
    int read = channel.read(ByteBuffer.wrap(bytes, length, room));
    length += Math.max(read, 0);
    return read >= 0;
  }
}
