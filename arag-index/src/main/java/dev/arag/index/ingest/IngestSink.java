package dev.arag.index.ingest;

import dev.arag.core.text.Document;

/**
 * Receives the documents of a {@link FileIngest}, one at a time, on the reading thread. An
 * exception thrown here ends the run.
 *
 * <p>For each file, and for each JSON record in a file of records, the first call is {@link
 * #isKnown}, if it could be read. Unless that returns true, either {@link #document} follows, or
 * {@link #skipped} and {@link #unreadable}. A file that was deleted before it was read causes no
 * call. So the file of an earlier document is gone if no call named its id and no id above it was
 * unreadable.
 */
public interface IngestSink {
  /**
   * Receives the estimated number of documents and files to read: first the number of files in the
   * source, then a larger number for each file of records.
   */
  default void expect(int documents) {}

  /**
   * Whether the sink already has this document with the same content hash. Then the file is neither
   * parsed nor delivered. Called once for each file that could be read. Default: false.
   *
   * @param contentHash as in {@link #document}
   */
  default boolean isKnown(String documentId, String contentHash) {
    return false;
  }

  /**
   * Receives one document. Metadata from its front matter has {@code doc.} keys.
   *
   * @param contentHash the hash of everything that determines the document: the bytes of the file,
   *     the {@link Parser#fingerprint() fingerprint} of its parser, the prefix of chunk ids, and
   *     the version of the rules of this package; SHA-256 in lower-case hex. It does not depend on
   *     the document's id or on the path or time of the file
   */
  void document(Document document, String contentHash);

  /**
   * Reports to the user a file, link, folder or part of a file that was not read. {@link
   * #unreadable} reports the consequence for documents.
   *
   * @param skip its source is the document id of the file or link, or the corresponding id of a
   *     folder. For a part of a file it begins with the document id
   */
  void skipped(Skip skip);

  /**
   * Reports that the content at this id, or below it, is unknown. It cannot be read, has no parser,
   * or is the source itself and disappeared during the read. Documents with this id, or with an id
   * that begins with it and a {@code /}, must not be treated as deleted. Called after {@link
   * #skipped} for the same id. Default: does nothing.
   *
   * @param id as of a document; the id of a folder has no trailing slash, the id of the source is
   *     its name
   */
  default void unreadable(String id) {}

  /**
   * Receives a warning about a document, before the document, or about a file of records, after its
   * last record.
   *
   * @param documentId the id of the document, or the prefix of the ids of the records
   */
  default void warning(String documentId, String warning) {}
}
