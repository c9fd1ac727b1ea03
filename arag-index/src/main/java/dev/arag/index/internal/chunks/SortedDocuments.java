package dev.arag.index.internal.chunks;

/**
 * An iterator over some documents of the file that is being written, in ascending order of their
 * ids.
 */
interface SortedDocuments {
  /**
   * Moves to the next document. The first call moves to the first document.
   *
   * @return false if there are no more documents
   */
  boolean next();

  String id();

  /** Returns the number of the current document in the file that is being written. */
  int number();
}
