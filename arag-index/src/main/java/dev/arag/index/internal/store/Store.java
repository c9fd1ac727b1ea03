package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory of files without subdirectories. Names are plain file names, never paths.
 * Implementations are thread-safe, but writers must hold the lock of {@link #tryLock}.
 */
public interface Store {
  /** Returns whether the directory exists. */
  boolean exists();

  /**
   * Returns the sorted names of all entries except the lock file. The list is empty if the
   * directory does not exist.
   */
  List<String> list() throws IOException;

  /** Creates the directory and its missing parents, and makes their names durable. */
  void createDirectory() throws IOException;

  /** Removes empty directories that {@link #createDirectory} created. */
  void removeCreatedDirectory() throws IOException;

  /**
   * Tries to acquire the write lock, which excludes writers in other threads and processes. Closing
   * the returned object releases the lock. The lock file {@code lock.arag} is deleted only if the
   * directory contains no other file.
   *
   * @return null if another writer holds the lock
   */
  @Nullable Closeable tryLock() throws IOException;

  /**
   * Describes the writer that held the write lock at the last attempt to acquire it, as far as this
   * is known.
   *
   * @return a description for use in messages; empty if nothing is known
   */
  default String lockHolder() {
    return "";
  }

  /** Returns whether the current thread has acquired the write lock and not yet released it. */
  default boolean isLockedByCurrentThread() {
    return false;
  }

  /**
   * Creates an empty file for writing.
   *
   * @throws java.nio.file.FileAlreadyExistsException if a file with this name exists
   */
  Output create(String name) throws IOException;

  /**
   * Atomically renames {@code from} to {@code to}, replacing any existing file {@code to}.
   *
   * @throws java.nio.file.NoSuchFileException if {@code from} does not exist
   */
  void rename(String from, String to) throws IOException;

  /**
   * Deletes a file.
   *
   * @return whether the file existed
   */
  boolean delete(String name) throws IOException;

  /** Makes all file creations, renames and deletions in the directory durable. */
  void syncDirectory() throws IOException;

  /**
   * Opens a file for random access. The open file remains readable after it is deleted or replaced.
   * This method never blocks and does not follow symbolic links.
   *
   * @throws java.nio.file.NoSuchFileException if the file does not exist
   * @throws IOException if the file cannot be opened or is not a regular file
   */
  Input open(String name) throws IOException;

  /** Returns the path of a file, for use in messages. */
  String describe(String name);
}
