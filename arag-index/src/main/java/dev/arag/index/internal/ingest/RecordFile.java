package dev.arag.index.internal.ingest;

import dev.arag.index.ingest.UnreadableSourceException;
import java.io.IOException;

/** A file that contains several records. */
public interface RecordFile {
  /**
   * Reads all records.
   *
   * @throws UnreadableSourceException if the file cannot be read to its end. The handler has
   *     already received the records before the failure
   */
  void read(RecordHandler handler) throws IOException, InterruptedException;

  /** Estimates the number of records. */
  long estimate() throws IOException;

  /** Receives the records of a file in order. */
  public interface RecordHandler {
    /**
     * Receives one record.
     *
     * @param number the position of the record in the file, starting at 1
     */
    void onRecord(int number, FlatRecord record) throws InterruptedException;

    /** Receives the position of a value that is not a valid record. Other records may follow. */
    void onInvalid(int number, String reason) throws InterruptedException;
  }
}
