package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
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
  private static final Map<Path, Holder> HELD = new HashMap<>();

  /** What the lock files of other processes said at the last attempt to acquire the lock. */
  private static final Map<Path, String> OTHER_PROCESSES = new HashMap<>();

  private static final Pattern HOLDER = Pattern.compile("process \\d+, since [0-9T:Z-]+");
  private static final int MAX_HOLDER_BYTES = 128;

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
   * @param thread the thread that acquired the lock
   */
  private record Holder(Thread thread, String since) {}

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
      OTHER_PROCESSES.remove(file);
      if (HELD.containsKey(file)) {
        return null;
      }
      Handle parked = PARKED.remove(file);
      Handle handle = parked == null ? open(file) : parked;
      FileLock lock = handle == null ? null : tryLock(file, handle);
      if (handle == null || lock == null) {
        return null;
      }
      String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
      writeHolder(handle.channel(), "process " + ProcessHandle.current().pid() + ", since " + now);
      if (!lock.isValid()) {
        // An interrupt has closed the channel, which released the lock.
        return null;
      }
      HELD.put(file, new Holder(Thread.currentThread(), now));
      return new WriteLock(file, lock);
    }
  }

  /**
   * Describes the holder of a lock: a thread of this process, or the process that the lock file
   * named when {@link #tryAcquire} failed. The lock file is not opened here, because closing it
   * could release a lock of this process.
   *
   * @return empty if the holder is not known
   */
  static String holder(Path file) {
    synchronized (HELD) {
      Holder holder = HELD.get(file);
      return holder == null
          ? OTHER_PROCESSES.getOrDefault(file, "")
          : "thread " + holder.thread().getName() + ", since " + holder.since();
    }
  }

  /** Returns whether the current thread has acquired a lock, so that it must not wait for it. */
  static boolean isHeldByCurrentThread(Path file) {
    synchronized (HELD) {
      Holder holder = HELD.get(file);
      return holder != null && holder.thread() == Thread.currentThread();
    }
  }

  /** Writes a text into the lock file. The lock does not depend on it. */
  private static void writeHolder(FileChannel channel, String holder) {
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
    } catch (IOException e) {
      // Other writers then cannot name this process, for example because the disk is full.
    }
  }

  private static String readHolder(FileChannel channel) {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(MAX_HOLDER_BYTES);
      channel.read(bytes, 0);
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      return HOLDER.matcher(text).matches() ? text : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static @Nullable FileLock tryLock(Path file, Handle handle) throws IOException {
    boolean isKept = false;
    try {
      FileLock lock = handle.channel().tryLock();
      if (lock == null) {
        OTHER_PROCESSES.put(file, readHolder(handle.channel()));
      }
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
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, option);
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
        } else {
          writeHolder((FileChannel) lock.acquiredBy(), "");
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
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
