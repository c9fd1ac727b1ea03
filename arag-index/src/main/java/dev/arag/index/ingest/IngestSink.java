package dev.arag.index.ingest;

import dev.arag.core.text.Document;

/**
 * Takes what a {@link FileIngest} reads, one document at a time, on the thread that reads. What it
 * throws ends the reading.
 */
public interface IngestSink {
  /** Called once, first, with the number of files found below the source. */
  default void found(int files) {}

  /** One document. Metadata from its front matter lies under {@code doc.} keys. */
  void document(Document document);

  /** A file, a link, a folder or a part of a file that was not read. */
  void skipped(Skip skip);

  /** Something a user should know of a document that was read. */
  default void warning(String documentId, String warning) {}
}
