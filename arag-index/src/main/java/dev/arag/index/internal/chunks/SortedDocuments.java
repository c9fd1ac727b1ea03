package dev.arag.index.internal.chunks;

/** Some of the documents of a file to be written, in the order of their ids. */
interface SortedDocuments {
  /** Goes to the next document, at first to the first one; false after the last. */
  boolean next();

  String id();

  /** Its number in the file to be written. */
  int number();
}
