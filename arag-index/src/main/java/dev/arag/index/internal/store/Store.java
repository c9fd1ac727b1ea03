package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flat directory of files. Names are plain file names, never paths. Thread-safe; callers
 * coordinate writes with {@link #tryLock}.
 */
public interface Store {
  /** Whether the directory exists. */
  boolean exists();

  /** The names of all entries except the lock, sorted; empty without a directory. */
  List<String> list() throws IOException;

  /** Creates the directory and its missing parents, and makes their names durable. */
  void createDirectory() throws IOException;

  /** Removes empty directories that {@link #createDirectory} created. */
  void removeCreatedDirectory() throws IOException;

  /**
   * Acquires the write lock against other threads and processes; released on close. The lock file
   * {@code lock.arag} stays in a directory with other files.
   *
   * @return null if another writer holds it
   */
  @Nullable Closeable tryLock() throws IOException;

  /**
   * Creates an empty file for writing.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the name exists
   */
  Output create(String name) throws IOException;

  /**
   * Atomically replaces {@code to} by {@code from}.
   *
   * @throws java.nio.file.NoSuchFileException if there is no {@code from}
   */
  void rename(String from, String to) throws IOException;

  /**
   * Deletes a file.
   *
   * @return whether it existed
   */
  boolean delete(String name) throws IOException;

  /** Makes created, renamed and deleted names durable. */
  void syncDirectory() throws IOException;

  /**
   * Opens a file for random access. It stays readable after its name is deleted or replaced. Never
   * blocks and follows no link.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   * @throws IOException also if it is not a regular file
   */
  Input open(String name) throws IOException;

  /** The name of a file in messages. */
  String describe(String name);
}
