package dev.arag.index.spi.derived;

import java.util.List;
import java.util.Optional;

/**
 * The derived texts of an index. They are stored in the directory {@code derived} beside the index
 * files, in one file, to which records are appended. Each record has a checksum; readers ignore
 * damaged records and an incomplete record at the end. An operation that deletes or prunes
 * documents removes their records at its end, except if a document that it has added contains the
 * same text; if it is killed before that, the next such operation does it. Records of earlier
 * versions of other documents remain until {@link #compact} or {@code Index.purge} removes them. So
 * a reader must only use records whose chunks its corpus contains. Thread-safe.
 *
 * <p>All methods throw {@link dev.arag.core.error.CorpusException} if the file cannot be read or
 * written.
 */
public interface DerivedRecords {
  /**
   * Appends records. They are durable when this method returns. Records with a source that the
   * newest commit of the index does not contain are dropped, because their text may have been
   * purged since it was read. This method holds the write lock of the index for some milliseconds.
   *
   * @return the number of records that were stored
   * @throws dev.arag.core.error.IndexLockedException if another writer holds the lock for longer
   *     than one second
   */
  int append(List<DerivedRecord> records);

  /**
   * Rewrites the file without damaged records, and without records that have a source whose text
   * the index no longer contains. {@code Index.purge} does the same.
   *
   * @throws dev.arag.core.error.IndexLockedException as {@link #append}
   */
  void compact();

  /**
   * Returns a name of the current file, which changes when the file is rewritten; empty if there is
   * no file. Offsets are only valid in the file in which they were found.
   */
  String file();

  /**
   * Reads records in the order in which they were appended.
   *
   * @param from 0, or the result of an earlier call
   * @return the offset at which to continue when more records were appended
   */
  long forEach(long from, Visitor visitor);

  /** Reads one record. Returns an empty value if there is no intact record at this offset. */
  Optional<DerivedRecord> read(long offset);

  /** Receives records. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param offset the offset for {@link DerivedRecords#read}
     */
    void visit(long offset, DerivedRecord record);
  }
}
