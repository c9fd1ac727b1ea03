package dev.arag.index.internal.store;

/** An operation of a {@link SimulatedDisk}. */
public sealed interface Operation {
  /**
   * @param file the number of the file in the order of creation, counted from 0; it does not change
   *     if the file is renamed
   */
  record Created(int file, String name) implements Operation {}

  /** Bytes were appended to a file. The array is never modified. */
  record Wrote(int file, byte[] bytes) implements Operation {
    @Override
    public String toString() {
      return "Wrote[file=" + file + ", bytes=" + bytes.length + "]";
    }
  }

  /** All bytes written to the file became durable. The name of the file may not be durable. */
  record Forced(int file) implements Operation {}

  /** A file was renamed atomically. */
  record Renamed(String from, String to) implements Operation {}

  /** The name of a file was deleted. */
  record Deleted(String name) implements Operation {}

  /** The directory was created durably. */
  record DirectoryMade() implements Operation {}

  /** The empty directory was removed. */
  record DirectoryRemoved() implements Operation {}

  /** All names became durable. */
  record DirectorySynced() implements Operation {}

  /** The test recorded a mark. A crash state lists all marks recorded before the crash. */
  record Marked(Object mark) implements Operation {}
}
