package dev.arag.records.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file that contains several records, which are read one after the other. Not thread-safe. */
public interface RecordFile extends Closeable {
  /**
   * Reads the next record. The first call opens the file.
   *
   * @return the record; null at the end of the file
   * @throws UnreadableSourceException if the file cannot be read to its end
   */
  @Nullable NumberedRecord next() throws IOException;

  /** Estimates the number of records. */
  long estimate() throws IOException;

  /** Returns the message of a parser without the positions in it, which refer to no file. */
  static String messageOf(JsonProcessingException e) {
    return e.getOriginalMessage().replaceAll(" \\(start marker at \\[[^]]*]\\)", "");
  }

  /**
   * A record and its position in the file.
   *
   * @param number the position, starting at 1
   * @param record the record; null if the value is not a valid record. Other records may follow
   * @param problem the reason why the value is not valid; empty for a valid record
   */
  record NumberedRecord(int number, @Nullable FlatRecord record, String problem) {
    static NumberedRecord invalid(int number, String problem) {
      return new NumberedRecord(number, null, problem);
    }
  }
}
