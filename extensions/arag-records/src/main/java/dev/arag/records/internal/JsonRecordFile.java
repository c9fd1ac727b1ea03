package dev.arag.records.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.arag.index.internal.ingest.BinaryContent;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of JSON records record by record, so that the file can have any length. The records
 * are lines ({@code .jsonl}, {@code .ndjson}), the elements of one array, or a sequence of objects.
 */
public final class JsonRecordFile implements RecordFile {
  private static final int MAX_DEPTH = 512;
  private static final int START_LENGTH = 16;

  /** The first bytes of UTF-16: a byte order mark, or a character of ASCII with a zero byte. */
  private static final Pattern UTF_16 = Pattern.compile("\u00FE\u00FF|\u00FF\u00FE|\\x00|.\\x00");

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
  public JsonRecordFile(Path path, boolean hasLines, IngestLimits limits) {
    this.path = path;
    this.hasLines = hasLines;
    this.limits = limits;
    this.json =
        JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
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
      checkStart(file);
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

  /**
   * Skips a UTF-8 byte order mark. Rejects other content than text, and lines in UTF-16, which
   * would be reported one by one.
   */
  private void checkStart(InputStream in) throws IOException {
    in.mark(START_LENGTH);
    byte[] start = in.readNBytes(START_LENGTH);
    in.reset();
    BinaryContent.check(start);
    String head = new String(start, 0, Math.min(3, start.length), StandardCharsets.ISO_8859_1);
    if (hasLines && UTF_16.matcher(head).lookingAt()) {
      throw new UnreadableSourceException("its charset is UTF-16; save the file as UTF-8");
    }
    in.skipNBytes(head.equals("\u00EF\u00BB\u00BF") ? head.length() : 0);
  }

  private @Nullable NumberedRecord nextLine(InputStream file) throws IOException {
    while (true) {
      boolean isLast = readLine(file) < 0;
      if (line.size() > limits.fileBytes()) {
        number++;
        return NumberedRecord.invalid(
            number, "its line is longer than " + limits.fileBytes() + " bytes; split the text");
      }
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

  /**
   * Reads to the end of the line. Of a line that is longer than the limit, one byte more than the
   * limit is kept. Returns the line feed, or -1 at the end of the file.
   */
  private int readLine(InputStream file) throws IOException {
    line.reset();
    int next = file.read();
    while (next >= 0 && next != '\n') {
      if (line.size() <= limits.fileBytes()) {
        line.write(next);
      }
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
    DecodedText text = DecodedText.utf8(bytes);
    try (JsonParser one = json.createParser(text.text())) {
      FlatRecord record = FlatRecord.read(one, one.nextToken(), text.warnings());
      if (one.nextToken() != null) {
        throw new UnreadableSourceException(
            "its line has content after the record; write one JSON object per line");
      }
      return new NumberedRecord(number, record, "");
    } catch (UnreadableSourceException e) {
      return NumberedRecord.invalid(number, String.valueOf(e.getMessage()));
    } catch (JsonProcessingException e) {
      return NumberedRecord.invalid(number, "it is not valid JSON: " + RecordFile.messageOf(e));
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
            "one of its records is longer than " + mostBytes + " bytes; split the record");
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
      record.restart();
      FlatRecord read = null;
      if (token == JsonToken.START_OBJECT) {
        read = FlatRecord.read(values, token, List.of());
      } else {
        values.skipChildren();
      }
      number++;
      return new NumberedRecord(number, read, read == null ? FlatRecord.NOT_AN_OBJECT : "");
    } catch (JsonProcessingException e) {
      throw new UnreadableSourceException(
          "it is not valid JSON"
              + (number == 0 ? ": " : " after its record " + number + ": ")
              + RecordFile.messageOf(e)
              + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"),
          e);
    }
  }
}
