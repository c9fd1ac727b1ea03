package dev.arag.index.internal.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.arag.index.ingest.DecodedText;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.UnreadableSourceException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a file of JSON records record by record, so that the file can have any length. The records
 * are lines ({@code .jsonl}, {@code .ndjson}), the elements of one array, or a sequence of objects.
 */
public final class JsonRecordFile implements RecordFile {
  private static final int MAX_DEPTH = 512;

  private final Path path;
  private final boolean hasLines;
  private final IngestLimits limits;
  private final JsonFactory json;

  /**
   * @param path a regular file
   * @param hasLines whether each line is a record
   */
  public JsonRecordFile(Path path, boolean hasLines, IngestLimits limits) {
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
  public void read(RecordHandler handler) throws IOException, InterruptedException {
    try (InputStream in = new BufferedInputStream(FileBytes.open(path))) {
      skipMark(in);
      if (hasLines) {
        readLines(in, handler);
      } else {
        readValues(in, handler);
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

  private void readLines(InputStream in, RecordHandler handler)
      throws IOException, InterruptedException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int number = 0;
    for (int next = readLine(in, line); next >= 0 || line.size() > 0; next = readLine(in, line)) {
      byte[] bytes = line.toByteArray();
      if (!isBlank(bytes)) {
        readLine(++number, bytes, handler);
      }
      line.reset();
    }
  }

  /** Reads to the end of the line. Returns the line feed, or -1 at the end of the file. */
  private int readLine(InputStream in, ByteArrayOutputStream line) throws IOException {
    int next = in.read();
    while (next >= 0 && next != '\n') {
      if (line.size() >= limits.fileBytes()) {
        throw new UnreadableSourceException(
            "one of its lines is longer than " + limits.fileBytes() + " bytes");
      }
      line.write(next);
      next = in.read();
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

  private void readLine(int number, byte[] line, RecordHandler handler)
      throws IOException, InterruptedException {
    DecodedText text = CharsetDetection.utf8(line);
    FlatRecord record;
    try (JsonParser parser = json.createParser(text.text())) {
      record = FlatRecord.read(parser, parser.nextToken(), text.warnings());
      if (parser.nextToken() != null) {
        throw new UnreadableSourceException("its line has content after the record");
      }
    } catch (UnreadableSourceException e) {
      handler.onInvalid(number, String.valueOf(e.getMessage()));
      return;
    } catch (JsonProcessingException e) {
      handler.onInvalid(number, "it is not valid JSON: " + e.getOriginalMessage());
      return;
    }
    handler.onRecord(number, record);
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

  private void readValues(InputStream file, RecordHandler handler)
      throws IOException, InterruptedException {
    int number = 0;
    RecordLimitStream in = new RecordLimitStream(file, limits.fileBytes());
    try (JsonParser parser = json.createParser(in)) {
      JsonToken token = parser.nextToken();
      boolean isArray = token == JsonToken.START_ARRAY;
      token = isArray ? parser.nextToken() : token;
      while (token != null && token != JsonToken.END_ARRAY) {
        number++;
        in.restart();
        readValue(number, parser, token, handler);
        token = parser.nextToken();
      }
      if (isArray && parser.nextToken() != null) {
        throw new UnreadableSourceException("it has content after the end of its JSON array");
      }
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

  private static void readValue(
      int number, JsonParser parser, JsonToken token, RecordHandler handler)
      throws IOException, InterruptedException {
    if (token == JsonToken.START_OBJECT) {
      handler.onRecord(number, FlatRecord.read(parser, token, List.of()));
    } else {
      parser.skipChildren();
      handler.onInvalid(number, FlatRecord.NOT_AN_OBJECT);
    }
  }
}
