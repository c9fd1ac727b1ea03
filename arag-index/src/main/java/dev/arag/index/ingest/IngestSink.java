package dev.arag.index.ingest;

import dev.arag.core.text.Document;

/**
 * Receives the documents of a {@link FileIngest}, one at a time, on the reading thread. If a method
 * throws an exception, reading stops and {@link FileIngest#into} throws the exception.
 *
 * <p>If a file or JSON record can be read, {@link #isKnown} is called first. If {@code isKnown}
 * returns true, nothing else is called. Otherwise the document is delivered with {@link #document}.
 * If the file or record cannot be read or parsed, {@link #skipped} and {@link #unreadable} are
 * called instead.
 *
 * <p>No method is called for a file that is deleted before it is read. A document from an earlier
 * run therefore no longer exists if no call has named its id, and if neither its id nor one of its
 * parent folders was reported as unreadable.
 */
public interface IngestSink {
  /**
   * Receives the estimated number of documents and files to read. The first call reports the number
   * of files in the source. Each file of JSON records causes another call with a larger number.
   */
  default void expect(int documents) {}

  /**
   * Returns whether the sink already has this document with this content hash. If true, the file is
   * not parsed and the document is not delivered. Called once for each file or JSON record that
   * could be read. Default: false.
   *
   * @param contentHash the hash described in {@link #document}
   */
  default boolean isKnown(String documentId, String contentHash) {
    return false;
  }

  /**
   * Receives one document. The keys of metadata from the file itself begin with {@code doc.}.
   *
   * @param contentHash the hash of everything that determines the document: the bytes of the file,
   *     the {@link Parser#fingerprint() fingerprint} of the parser, the prefix of chunk ids, and
   *     the version of the rules of this package. SHA-256 in lower-case hexadecimal digits. The
   *     hash does not depend on the document's id or on the path or modification time of the file
   */
  void document(Document document, String contentHash);

  /**
   * Receives a report, meant for the user, about a file, link, folder or record that was not read.
   * {@link #unreadable} tells the sink which documents are affected.
   *
   * @param skip the report. Its source is the document id of the file, link or record, or the id of
   *     the folder. If a record has no id, its source begins with the id of its file
   */
  void skipped(Skip skip);

  /**
   * Reports that the content of a file or folder is unknown. It cannot be read, there is no parser
   * for it, or the whole source disappeared while it was being read. The document with this id, and
   * all documents whose ids begin with this id and a {@code /}, must not be treated as deleted.
   * Called after {@link #skipped} for the same id. Default: does nothing.
   *
   * @param id a document id, the id of a folder without a trailing slash, or the name of the source
   */
  default void unreadable(String id) {}

  /**
   * Receives a warning about the document that is delivered next.
   *
   * @param documentId the id of the document
   */
  default void warning(String documentId, String warning) {}
}
