package dev.arag.index.internal.store;

/** An operation of a {@link SimulatedDisk}. */
public sealed interface Operation {
  /**
   * @param file identifies the file independent of its name; from 0 in the order of creation
   */
  record Created(int file, String name) implements Operation {}

  /** Bytes were appended; the array is never modified. */
  record Wrote(int file, byte[] bytes) implements Operation {
    @Override
    public String toString() {
      return "Wrote[file=" + file + ", bytes=" + bytes.length + "]";
    }
  }

  /** All bytes written to the file are durable; its name may not be. */
  record Forced(int file) implements Operation {}

  /** A file was renamed atomically. */
  record Renamed(String from, String to) implements Operation {}

  /** A name was deleted. */
  record Deleted(String name) implements Operation {}

  /** The directory was created durably. */
  record DirectoryMade() implements Operation {}

  /** The empty directory was removed. */
  record DirectoryRemoved() implements Operation {}

  /** All names are durable. */
  record DirectorySynced() implements Operation {}

  /** A mark of the test; a crash state lists the marks before it. */
  record Marked(Object mark) implements Operation {}
}
