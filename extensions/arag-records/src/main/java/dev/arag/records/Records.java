package dev.arag.records;

import static java.util.Objects.requireNonNull;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.records.internal.CsvFile;
import dev.arag.records.internal.JsonRecordFile;
import dev.arag.records.internal.RecordEntries;
import dev.arag.records.internal.RecordFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Reads files of records: lines of JSON ({@code .jsonl}, {@code .ndjson}), the elements of a JSON
 * array, or the rows of a table ({@code .csv}). Each record is a document. Its id is the file's id,
 * a {@code /} and the record's id. A JSON file is read record by record, so that it can have any
 * length. One of its records, and a whole CSV file, must not exceed {@link IngestLimits#fileBytes}.
 * Immutable.
 *
 * <p>A CSV file has the format of RFC 4180: commas separate the values, and a value in quotation
 * marks can contain commas, line breaks and doubled quotation marks. The first row contains the
 * names of the columns, which are the fields of the records. All values are strings; empty ones are
 * left out. A row with more values than columns is skipped and reported.
 */
public final class Records implements RecordFormat {
  private static final String ROWS = "csv";
  private static final String LINES = "jsonl";
  private static final String OTHER_LINES = "ndjson";

  private final RecordFields fields;
  private final boolean isOnly;

  private Records(RecordFields fields, boolean isOnly) {
    this.fields = fields;
    this.isOnly = isOnly;
  }

  /**
   * Returns a format for the {@code .jsonl}, {@code .ndjson} and {@code .csv} files of a source
   * with other files.
   */
  public static Records byExtension() {
    return new Records(RecordFields.defaults(), false);
  }

  /**
   * Returns a format for a source of records only. The {@code .jsonl}, {@code .ndjson}, {@code
   * .json} and {@code .csv} files contain records; other files are skipped. If the source is a
   * single file with another name, the file contains JSON records: an array, or one object after
   * the other.
   */
  public static Records only() {
    return new Records(RecordFields.defaults(), true);
  }

  /** Sets the fields of the records. Default: {@link RecordFields#defaults()}. */
  public Records fields(RecordFields fields) {
    return new Records(requireNonNull(fields, "fields"), isOnly);
  }

  @Override
  public Set<String> extensions() {
    return isOnly ? Set.of(LINES, OTHER_LINES, ROWS, "json") : Set.of(LINES, OTHER_LINES, ROWS);
  }

  @Override
  public boolean reads(String fileName, boolean isSource) {
    boolean isRecords = (isOnly && isSource) || RecordFormat.super.reads(fileName, isSource);
    if (isOnly && !isRecords) {
      throw new UnreadableSourceException(
          "not a .jsonl, .ndjson or .json file of records, and not a .csv file");
    }
    return isRecords;
  }

  @Override
  public SourceEntries open(String fileId, String fileName, Path file, IngestLimits limits)
      throws IOException {
    String name = fileName.toLowerCase(Locale.ROOT);
    String extension = name.substring(name.lastIndexOf('.') + 1);
    boolean hasLines = extension.equals(LINES) || extension.equals(OTHER_LINES);
    RecordFile records =
        extension.equals(ROWS)
            ? new CsvFile(file, fields.names().text(), limits)
            : new JsonRecordFile(file, hasLines, limits);
    return new RecordEntries(fileId, records, fields.names(), limits);
  }
}
