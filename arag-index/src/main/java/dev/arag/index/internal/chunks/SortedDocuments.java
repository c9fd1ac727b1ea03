package dev.arag.index.internal.chunks;

/** An iterator over some documents of the file being written, in the order of their ids. */
interface SortedDocuments {
  /**
   * Moves to the next document; the first call moves to the first. Returns false after the last.
   */
  boolean next();

  String id();

  /** Its number in the file being written. */
  int number();
}
