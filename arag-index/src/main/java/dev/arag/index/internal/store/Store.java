package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flat directory of files. Names are plain file names, never paths. Safe for use by several
 * threads; nothing here decides which thread may write.
 */
public interface Store {
  /** Whether the directory is there. */
  boolean exists();

  /** The names of all entries but the lock, sorted; none where there is no directory. */
  List<String> list() throws IOException;

  /**
   * Makes the directory and those above it where they are missing, and makes their names durable.
   */
  void makeDirectory() throws IOException;

  /** Takes back what {@link #makeDirectory} made, as far as it is empty. */
  void removeMadeDirectory() throws IOException;

  /**
   * Takes the right to write, against other threads and other processes, until it is closed. Takes
   * a file of the name {@code lock.arag}, which stays beside other files.
   *
   * @return null if somebody else has it
   */
  @Nullable Closeable tryLock() throws IOException;

  /**
   * Starts a new, empty file to append to.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the name is taken
   */
  Output create(String name) throws IOException;

  /**
   * Replaces {@code to} by {@code from} in one step: others see the one or the other.
   *
   * @throws java.nio.file.NoSuchFileException if there is no {@code from}
   */
  void rename(String from, String to) throws IOException;

  /**
   * Removes a file.
   *
   * @return whether there was one
   */
  boolean delete(String name) throws IOException;

  /** Makes created, renamed and deleted names durable. */
  void syncDirectory() throws IOException;

  /**
   * Opens a file for reading at any place. It stays readable after its name is deleted or replaced.
   * Never waits for anything, and follows no link.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   * @throws IOException also if it is a folder, a link or anything else than a plain file
   */
  Input open(String name) throws IOException;

  /** How messages name a file of this store. */
  String describe(String name);
}
