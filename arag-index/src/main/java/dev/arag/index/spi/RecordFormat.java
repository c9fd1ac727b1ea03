package dev.arag.index.spi;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A format whose files contain several documents, such as the lines of a JSON Lines file.
 * Implementations are safe for use by several threads.
 */
public non-sealed interface RecordFormat extends FileFormat {
  /**
   * Opens a file. Its entries are read on the thread of the sync, without a time limit. If reading
   * an entry fails with an exception, the file is reported as unreadable, and the entries before
   * the failure are stored. If {@link SourceEntry.Unparsed#parse} fails, only that record is
   * skipped.
   *
   * <p>For each record, there is a {@link SourceEntry.Unparsed}, whose id begins with the id of the
   * file and a {@code /}. For each record that cannot be read, there is a {@link
   * SourceEntry.Unreadable}, which has the id of the file if the id of the record is unknown. A
   * {@link SourceEntry.Expected} before these entries estimates their number.
   *
   * @param fileId the id of the file; the ids of its documents begin with it and a {@code /}
   * @param fileName the last name of the file's path, which may be a link to the file
   * @param file a regular file
   * @param limits the limits of the source
   * @throws UnreadableSourceException if the file does not have this format. The user sees the
   *     message of the exception
   * @throws IOException if the file cannot be read
   */
  SourceEntries open(String fileId, String fileName, Path file, IngestLimits limits)
      throws IOException;
}
