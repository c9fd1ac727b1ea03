package dev.arag.index.ingest;

import dev.arag.core.text.Document;

/**
 * Takes what a {@link FileIngest} reads, one document at a time, on the thread that reads. What it
 * throws ends the reading.
 *
 * <p>For each file that is there, and likewise for each JSON record in one, in this order: {@link
 * #isKnown}, if it could be read; then, unless that said yes, either {@link #document} or {@link
 * #skipped} and {@link #unreadable}. A file that is gone when its turn comes is told by nothing, as
 * if it had been gone before. So a document of an earlier reading has lost its file if neither its
 * id was told nor an id above it was unreadable.
 */
public interface IngestSink {
  /**
   * Called first, with the number of files found below the source, and again, with a larger one,
   * where a file holds records: about how many documents and files there are.
   */
  default void found(int documents) {}

  /**
   * Whether the sink has this document already, made from the same: then the file is not parsed and
   * not delivered. Asked once for each file that could be read. Default false.
   *
   * @param contentHash as in {@link #document}
   */
  default boolean isKnown(String documentId, String contentHash) {
    return false;
  }

  /**
   * One document. Metadata from its front matter lies under {@code doc.} keys.
   *
   * @param contentHash the hash of all that the document was made from here: the bytes of the file,
   *     the {@link Parser#fingerprint() fingerprint} of its parser, the prefix of chunk ids, and a
   *     constant that changes with the rules of this package; SHA-256 in lower-case hex. It depends
   *     on neither the document's id nor the file's place or time
   */
  void document(Document document, String contentHash);

  /**
   * A file, a link, a folder or a part of a file that was not read. For people: {@link #unreadable}
   * says what it means for documents.
   *
   * @param skip its source is the document id for a file or link, its like for a folder, and begins
   *     with the document id for a part of a file
   */
  void skipped(Skip skip);

  /**
   * Nobody can say now what is at this id, or below it: it is there and cannot be read, is of a
   * kind without a parser, or is the source itself, lost while it was read. So no document with
   * this id, nor one whose id begins with it and a {@code /}, has lost its file. Follows {@link
   * #skipped} for the same id. Default: nothing happens.
   *
   * @param id as a document's; that of a folder has no slash at its end, that of the source is its
   *     name
   */
  default void unreadable(String id) {}

  /**
   * Something a user should know of a document that was read, told before the document; or of a
   * file of records, told behind its last.
   *
   * @param documentId the document's, or what its records' ids begin with
   */
  default void warning(String documentId, String warning) {}
}
