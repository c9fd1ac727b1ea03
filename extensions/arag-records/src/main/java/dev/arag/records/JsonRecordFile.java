package dev.arag.records;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.arag.index.ingest.DecodedText;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.UnreadableSourceException;
import dev.arag.index.internal.ingest.CharsetDetection;
import dev.arag.index.internal.ingest.FileBytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of JSON records record by record, so that the file can have any length. The records
 * are lines ({@code .jsonl}, {@code .ndjson}), the elements of one array, or a sequence of objects.
 */
final class JsonRecordFile implements RecordFile {
  private static final int MAX_DEPTH = 512;

  private final Path path;
  private final boolean hasLines;
  private final IngestLimits limits;
  private final JsonFactory json;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** Null before the first record. */
  private @Nullable InputStream in;

  /** Limits the length of the next record; null for a file of lines. */
  private @Nullable RecordLimitStream limited;

  /** Null before the first record, and for a file of lines. */
  private @Nullable JsonParser parser;

  private boolean isArray;
  private int number;

  /**
   * @param path a regular file
   * @param hasLines whether each line is a record
   */
  JsonRecordFile(Path path, boolean hasLines, IngestLimits limits) {
    this.path = path;
    this.hasLines = hasLines;
    this.limits = limits;
    this.json =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(limits.textLength())
                    .maxNestingDepth(MAX_DEPTH)
                    .build())
            .build();
  }

  @Override
  public @Nullable NumberedRecord next() throws IOException {
    InputStream file = in;
    if (file == null) {
      file = new BufferedInputStream(FileBytes.open(path));
      in = file;
      skipMark(file);
    }
    return hasLines ? nextLine(file) : nextValue(file);
  }

  @Override
  public void close() throws IOException {
    try {
      if (parser != null) {
        parser.close();
      }
    } finally {
      if (in != null) {
        in.close();
      }
    }
  }

  /**
   * Estimates the number of records: the lines of a JSON Lines file, or one record per 512 bytes.
   */
  @Override
  public long estimate() throws IOException {
    long count = 0;
    try (InputStream in = FileBytes.open(path)) {
      byte[] part = new byte[64 * 1024];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        count += hasLines ? breaks(part, read) : Math.max(1, read / 512);
      }
    }
    return count;
  }

  private static int breaks(byte[] part, int length) {
    int breaks = 0;
    for (int i = 0; i < length; i++) {
      breaks += part[i] == '\n' ? 1 : 0;
    }
    return breaks;
  }

  /** Skips a UTF-8 byte order mark. Other encodings are not expected: RFC 8259 requires UTF-8. */
  private static void skipMark(InputStream in) throws IOException {
    in.mark(3);
    boolean isMark = in.read() == 0xEF && in.read() == 0xBB && in.read() == 0xBF;
    if (!isMark) {
      in.reset();
    }
  }

  private @Nullable NumberedRecord nextLine(InputStream file) throws IOException {
    while (true) {
      boolean isLast = readLine(file) < 0;
      byte[] bytes = line.toByteArray();
      if (!isBlank(bytes)) {
        number++;
        return record(bytes);
      }
      if (isLast) {
        return null;
      }
    }
  }

  /** Reads to the end of the line. Returns the line feed, or -1 at the end of the file. */
  private int readLine(InputStream file) throws IOException {
    line.reset();
    int next = file.read();
    while (next >= 0 && next != '\n') {
      if (line.size() >= limits.fileBytes()) {
        throw new UnreadableSourceException(
            "one of its lines is longer than " + limits.fileBytes() + " bytes");
      }
      line.write(next);
      next = file.read();
    }
    return next;
  }

  private static boolean isBlank(byte[] line) {
    for (byte each : line) {
      if (each != ' ' && each != '\t' && each != '\r') {
        return false;
      }
    }
    return true;
  }

  private NumberedRecord record(byte[] bytes) throws IOException {
    DecodedText text = CharsetDetection.utf8(bytes);
    try (JsonParser one = json.createParser(text.text())) {
      FlatRecord record = FlatRecord.read(one, one.nextToken(), text.warnings());
      if (one.nextToken() != null) {
        throw new UnreadableSourceException("its line has content after the record");
      }
      return new NumberedRecord(number, record, "");
    } catch (UnreadableSourceException e) {
      return NumberedRecord.invalid(number, String.valueOf(e.getMessage()));
    } catch (JsonProcessingException e) {
      return NumberedRecord.invalid(number, "it is not valid JSON: " + e.getOriginalMessage());
    }
  }

  /**
   * Limits the length of a record to the maximum file length, because records are kept in memory.
   */
  private static final class RecordLimitStream extends FilterInputStream {
    /** The number of bytes that the parser may read beyond the current record. */
    private static final int READ_AHEAD = 1 << 14;

    private final int mostBytes;
    private long left;

    RecordLimitStream(InputStream in, int mostBytes) {
      super(in);
      this.mostBytes = mostBytes;
      restart();
    }

    void restart() {
      left = (long) mostBytes + READ_AHEAD;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int start, int count) throws IOException {
      int read = super.read(target, start, count);
      left -= read;
      if (left < 0) {
        throw new UnreadableSourceException(
            "one of its records is longer than " + mostBytes + " bytes");
      }
      return read;
    }
  }

  private @Nullable NumberedRecord nextValue(InputStream file) throws IOException {
    try {
      JsonParser values = parser;
      RecordLimitStream record = limited;
      JsonToken token;
      if (values == null || record == null) {
        record = new RecordLimitStream(file, limits.fileBytes());
        limited = record;
        values = json.createParser(record);
        parser = values;
        token = values.nextToken();
        isArray = token == JsonToken.START_ARRAY;
        token = isArray ? values.nextToken() : token;
      } else {
        token = values.nextToken();
      }
      if (token == null || token == JsonToken.END_ARRAY) {
        if (isArray && values.nextToken() != null) {
          throw new UnreadableSourceException("it has content after the end of its JSON array");
        }
        return null;
      }
      number++;
      record.restart();
      if (token == JsonToken.START_OBJECT) {
        return new NumberedRecord(number, FlatRecord.read(values, token, List.of()), "");
      }
      values.skipChildren();
      return NumberedRecord.invalid(number, FlatRecord.NOT_AN_OBJECT);
    } catch (JsonProcessingException e) {
      throw new UnreadableSourceException(
          "it is not valid JSON after its record "
              + number
              + ": "
              + e.getOriginalMessage()
              + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"),
          e);
    }
  }
}
