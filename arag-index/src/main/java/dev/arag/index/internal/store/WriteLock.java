package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The right to write to a directory, held by one writer at a time. The operating system gives it
 * back when the process ends, however it ends; the file that stays then is taken over.
 *
 * <p>On POSIX systems a process loses a lock as soon as it closes any handle to the file. So each
 * process must know which locks it holds before it opens a file a second time, and nothing but this
 * class opens one.
 */
final class WriteLock implements Closeable {
  private static final Set<Path> HELD = new HashSet<>();

  /**
   * Handles to files that are locked in this process though {@link #HELD} does not know: under
   * another path that is no link, or by this library in another class loader. Closing one would
   * take that lock away, so each waits here for the next attempt.
   */
  private static final Map<Path, Handle> PARKED = new HashMap<>();

  private final Path file;
  // The JDK knows of a lock in its own process only as long as somebody holds this object.
  private final FileLock lock;

  private WriteLock(Path file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * @param key tells the file that was opened from others that come to have its name
   */
  private record Handle(FileChannel channel, Object key) {
    /** One who held the lock may have removed the file between our opening and our locking it. */
    boolean isStillAt(Path file) throws IOException {
      return key.equals(keyOf(file));
    }
  }

  /**
   * @param file its real path; it is created where it is missing, and {@link #close} removes it
   *     only where it is alone
   * @return null if somebody else holds it
   */
  static @Nullable WriteLock tryAcquire(Path file) throws IOException {
    synchronized (HELD) {
      if (HELD.contains(file)) {
        return null;
      }
      Handle parked = PARKED.remove(file);
      Handle handle = parked == null ? open(file) : parked;
      FileLock lock = handle == null ? null : tryLock(file, handle);
      if (lock == null) {
        return null;
      }
      HELD.add(file);
      return new WriteLock(file, lock);
    }
  }

  private static @Nullable FileLock tryLock(Path file, Handle handle) throws IOException {
    boolean isKept = false;
    try {
      FileLock lock = handle.channel().tryLock();
      isKept = lock != null && handle.isStillAt(file);
      return isKept ? lock : null;
    } catch (OverlappingFileLockException heldElsewhereInThisProcess) {
      PARKED.put(file, handle);
      isKept = true;
      return null;
    } finally {
      if (!isKept) {
        handle.channel().close();
      }
    }
  }

  /** Returns null if the file comes or goes meanwhile: then somebody else is at work. */
  private static @Nullable Handle open(Path file) throws IOException {
    Object key = keyOf(file);
    FileChannel channel;
    try {
      channel = open(file, key == null ? StandardOpenOption.CREATE_NEW : LinkOption.NOFOLLOW_LINKS);
    } catch (FileAlreadyExistsException | NoSuchFileException changedMeanwhile) {
      return null;
    }
    Object opened = key == null ? keyOf(file) : key;
    return new Handle(channel, opened == null ? channel : opened);
  }

  private static FileChannel open(Path file, OpenOption option) throws IOException {
    return FileChannel.open(file, StandardOpenOption.WRITE, option);
  }

  /** Null where there is no file; {@link #open} must not wait for a pipe, or follow a link. */
  private static @Nullable Object keyOf(Path file) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw new IOException(file + " is not a plain file: remove it");
      }
      Object key = attributes.fileKey();
      return key == null ? file : key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /**
   * The file stays where an index is. Were it removed each time, one writer could lock the removed
   * file while another locks a new one of its name, and both would write.
   */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (!lock.isValid()) {
        return;
      }
      try {
        if (isAlone()) {
          Files.deleteIfExists(file);
        }
      } finally {
        HELD.remove(file);
        lock.acquiredBy().close();
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
