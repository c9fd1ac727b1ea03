package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The right to write to a directory, held by one writer at a time. The operating system gives it
 * back when the process ends, however it ends; the file that stays then is taken over.
 */
final class WriteLock implements Closeable {
  /**
   * On POSIX systems a process loses a lock as soon as it closes any channel to the file. So each
   * process must know which ones it holds, before it opens the file a second time.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private WriteLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @param file is created where it is missing; {@link #close} removes it only where it is alone
   * @return null if somebody else holds it
   */
  static @Nullable WriteLock tryAcquire(Path file) throws IOException {
    if (!HELD.add(file)) {
      return null;
    }
    WriteLock lock = null;
    try {
      lock = tryOpen(file);
      return lock;
    } finally {
      if (lock == null) {
        HELD.remove(file);
      }
    }
  }

  private static @Nullable WriteLock tryOpen(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean isHeld = false;
    try {
      isHeld = isLocked(channel) && isStillThere(file);
      return isHeld ? new WriteLock(file, channel) : null;
    } finally {
      if (!isHeld) {
        channel.close();
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException heldThroughAnotherClassLoader) {
      return false;
    }
  }

  /** The holder before may have removed it between our opening and our locking it. */
  private static boolean isStillThere(Path file) {
    return Files.exists(file);
  }

  /**
   * The file stays where an index is. Were it removed each time, one writer could lock the removed
   * file while another locks a new one of its name, and both would write.
   */
  @Override
  public void close() throws IOException {
    try {
      if (isAlone()) {
        Files.deleteIfExists(file);
      }
    } finally {
      try {
        channel.close();
      } finally {
        HELD.remove(file);
      }
    }
  }

  private boolean isAlone() throws IOException {
    Path directory = Objects.requireNonNull(file.getParent(), "file has no parent");
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.allMatch(file::equals);
    }
  }
}
