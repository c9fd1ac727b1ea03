package dev.arag.evaluation.internal.batch;

import dev.arag.evaluation.batch.BatchException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The lock of a results folder. The operating system releases it when the process ends. The lock
 * file is never deleted, because otherwise two batches could lock two different files.
 *
 * <p>On POSIX systems, a process loses a file lock as soon as it closes any handle to the locked
 * file. This class therefore does not open a file that this process has locked.
 */
final class ResultsLock implements AutoCloseable {
  private static final String NAME = "lock";
  private static final Set<Path> HELD = new HashSet<>();

  private final Path file;
  private final RandomAccessFile handle;

  // The JDK detects overlapping locks only while the lock object is reachable.
  @SuppressWarnings("unused")
  private final FileLock lock;

  private ResultsLock(Path file, RandomAccessFile handle, FileLock lock) {
    this.file = file;
    this.handle = handle;
    this.lock = lock;
  }

  /**
   * Locks an existing folder.
   *
   * @throws BatchException if another batch holds the lock
   */
  static ResultsLock acquire(Path folder) throws IOException {
    Path file = folder.toRealPath().resolve(NAME);
    synchronized (HELD) {
      if (HELD.contains(file)) {
        throw locked(folder, "this process");
      }
      RandomAccessFile handle = new RandomAccessFile(file.toFile(), "rw");
      try {
        Optional<FileLock> lock = tryLock(handle);
        if (lock.isEmpty()) {
          throw locked(folder, holder(handle));
        }
        handle.setLength(0);
        handle.write(("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8));
        HELD.add(file);
        return new ResultsLock(file, handle, lock.get());
      } catch (IOException | RuntimeException e) {
        handle.close();
        throw e;
      }
    }
  }

  private static Optional<FileLock> tryLock(RandomAccessFile handle) throws IOException {
    try {
      return Optional.ofNullable(handle.getChannel().tryLock());
    } catch (OverlappingFileLockException heldByAnotherClassLoader) {
      return Optional.empty();
    }
  }

  private static String holder(RandomAccessFile handle) throws IOException {
    byte[] text = new byte[(int) Math.min(handle.length(), 64)];
    handle.readFully(text);
    String holder = new String(text, StandardCharsets.UTF_8);
    return holder.matches("process \\d+") ? holder : "another process";
  }

  private static BatchException locked(Path folder, String holder) {
    return new BatchException(
        "The results folder "
            + folder
            + " is locked by another batch ("
            + holder
            + "). Wait until it has finished, or use another folder.");
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      HELD.remove(file);
      handle.close();
    }
  }
}
