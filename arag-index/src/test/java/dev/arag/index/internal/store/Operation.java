package dev.arag.index.internal.store;

/** What was asked of a {@link SimulatedDisk}, in the order it was done. */
public sealed interface Operation {
  /**
   * @param file tells the file from all others, whatever its name becomes; from 0 in the order of
   *     creation
   */
  record Created(int file, String name) implements Operation {}

  /** Bytes were appended; nobody changes the array. */
  record Wrote(int file, byte[] bytes) implements Operation {
    @Override
    public String toString() {
      return "Wrote[file=" + file + ", bytes=" + bytes.length + "]";
    }
  }

  /** All that was written to the file is durable; its name need not be. */
  record Forced(int file) implements Operation {}

  /** One name took the place of another in one step. */
  record Renamed(String from, String to) implements Operation {}

  /** A name is gone. */
  record Deleted(String name) implements Operation {}

  /** The directory is there, durably. */
  record DirectoryMade() implements Operation {}

  /** The directory is gone, and was empty. */
  record DirectoryRemoved() implements Operation {}

  /** All names are durable. */
  record DirectorySynced() implements Operation {}

  /** Something the test wants to know of a crash state: that it came after this. */
  record Marked(Object mark) implements Operation {}
}
