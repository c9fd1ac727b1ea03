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
 * The write lock of a directory. The operating system releases the lock when the process ends. If
 * the lock file still exists, the next writer reuses it.
 *
 * <p>On POSIX systems, a process loses a file lock as soon as it closes any handle to the locked
 * file. This class therefore records which files the process has locked and does not open these
 * files again. No other class may open a lock file.
 */
final class WriteLock implements Closeable {
  private static final Set<Path> HELD = new HashSet<>();

  /**
   * Open handles to files that this process has locked although {@link #HELD} does not contain
   * their path. Such a file was locked under another path that is not a symbolic link, or by a copy
   * of this library in another class loader. Closing the handle would release that lock, so the
   * handle is kept open and is used for the next attempt.
   */
  private static final Map<Path, Handle> PARKED = new HashMap<>();

  private final Path file;
  // The JDK detects overlapping locks only while the lock object is reachable.
  private final FileLock lock;

  private WriteLock(Path file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * @param key the key by which the file system identifies the opened file
   */
  private record Handle(FileChannel channel, Object key) {
    /**
     * Returns whether the path still belongs to the opened file. The previous owner of the lock may
     * have deleted the file after this process opened it and before this process locked it.
     */
    boolean isStillAt(Path file) throws IOException {
      return key.equals(keyOf(file));
    }
  }

  /**
   * @param file the real path of the lock file, which is created if it is missing; {@link #close}
   *     deletes the lock file only if the directory contains no other file
   * @return null if another writer holds the lock
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

  /**
   * Opens the lock file. Returns null if another writer creates or deletes the file at the same
   * time.
   */
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

  /**
   * Returns the key by which the file system identifies the file; null if the file does not exist.
   * Rejects named pipes and symbolic links because {@link #open} would block on a pipe and follow a
   * link.
   */
  private static @Nullable Object keyOf(Path file) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw new IOException(file + " is not a regular file. Delete it and retry.");
      }
      Object key = attributes.fileKey();
      return key == null ? file : key;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /**
   * Releases the lock. The lock file is not deleted if the directory contains an index. Otherwise
   * one writer could lock the deleted file while another writer locks a new lock file, and both
   * would write to the index.
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
