package dev.arag.records.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a CSV file as RFC 4180 defines it: the delimiter is a comma, and a value in quotation marks
 * can contain commas, line breaks and doubled quotation marks. The first row names the columns.
 * Each other row with a value is a record, whose values are strings. Empty values are omitted. A
 * column without a name is named by its position, such as {@code column 1}. The charset is
 * detected, so the whole file is in memory.
 */
public final class CsvFile implements RecordFile {
  /** Bounds the memory that a row of separators uses. */
  private static final int MAX_VALUES = 16_384;

  private static final int MAX_NAMED_COLUMNS = 8;

  private final Path path;
  private final List<String> textColumns;
  private final IngestLimits limits;
  private final CsvFactory csv;

  /** Null before the first record. */
  private @Nullable JsonParser parser;

  private List<String> columns = List.of();

  /** The warnings about the text of the file, which the first record gets. */
  private List<String> unreported = List.of();

  private int number;

  /**
   * @param path a regular file
   * @param textColumns the columns for the text of the documents; the file must have one of them
   */
  public CsvFile(Path path, List<String> textColumns, IngestLimits limits) {
    this.path = path;
    this.textColumns = textColumns;
    this.limits = limits;
    this.csv =
        CsvFactory.builder()
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(limits.textLength()).build())
            .build();
  }

  @Override
  public long estimate() throws IOException {
    return new JsonRecordFile(path, true, limits).estimate();
  }

  @Override
  public @Nullable NumberedRecord next() throws IOException {
    try {
      JsonParser file = parser;
      if (file == null) {
        file = open();
        parser = file;
        columns = file.nextToken() == JsonToken.START_ARRAY ? header(values(file)) : List.of();
      }
      return columns.isEmpty() ? null : nextRow(file);
    } catch (StreamConstraintsException e) {
      throw new UnreadableSourceException(
          "one of its values"
              + position(e)
              + " is longer than "
              + limits.textLength()
              + " characters; split this value over several rows",
          e);
    } catch (JsonProcessingException e) {
      throw new UnreadableSourceException(
          "it is not valid CSV: " + RecordFile.messageOf(e) + position(e), e);
    }
  }

  private JsonParser open() throws IOException {
    try (InputStream in = FileBytes.open(path)) {
      DecodedText decoded = DecodedText.of(limits.read(in));
      unreported = decoded.warnings();
      return csv.createParser(decoded.text());
    }
  }

  @Override
  public void close() throws IOException {
    if (parser != null) {
      parser.close();
    }
  }

  /** Names the record, too, because a quotation mark can be missing many lines before the error. */
  private String position(JsonProcessingException e) {
    String line = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
    return " (" + rowName() + line + ")";
  }

  private String rowName() {
    return number == 0 ? "its header" : "record " + number;
  }

  private @Nullable NumberedRecord nextRow(JsonParser file) throws IOException {
    while (file.nextToken() == JsonToken.START_ARRAY) {
      number++;
      List<String> values = values(file);
      if (values.stream().allMatch(String::isBlank)) {
        continue;
      }
      if (values.size() > columns.size()) {
        return NumberedRecord.invalid(
            number,
            "it has "
                + values.size()
                + " values, but the header has "
                + columns.size()
                + " columns; check its commas and quotation marks");
      }
      FlatRecord record = record(columns, values, unreported);
      unreported = List.of();
      return new NumberedRecord(number, record, "");
    }
    return null;
  }

  private List<String> values(JsonParser parser) throws IOException {
    List<String> values = new ArrayList<>();
    while (parser.nextToken() == JsonToken.VALUE_STRING) {
      if (values.size() == MAX_VALUES) {
        throw new UnreadableSourceException(
            rowName() + " has more than " + MAX_VALUES + " values; check its quotation marks");
      }
      values.add(DecodedText.of(parser.getText()).text());
    }
    return values;
  }

  private List<String> header(List<String> row) {
    List<String> columns =
        IntStream.range(0, row.size()).mapToObj(i -> name(i, row.get(i).strip())).toList();
    Set<String> unique = new HashSet<>();
    for (String column : columns) {
      if (!unique.add(column)) {
        throw new UnreadableSourceException(
            "its first row names the column " + column + " twice; rename one of them");
      }
    }
    if (textColumns.stream().noneMatch(unique::contains)) {
      throw new UnreadableSourceException(
          "it has no column "
              + String.join(", ", textColumns)
              + " for the text; its columns are "
              + columns.stream().limit(MAX_NAMED_COLUMNS).collect(Collectors.joining(", "))
              + (columns.size() > MAX_NAMED_COLUMNS ? " ..." : "")
              + "; name the field with RecordFields.text");
    }
    return columns;
  }

  private static String name(int index, String name) {
    return name.isEmpty() ? "column " + (index + 1) : name;
  }

  private static FlatRecord record(
      List<String> columns, List<String> values, List<String> warnings) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty()) {
        fields.put(columns.get(i), values.get(i));
      }
    }
    return new FlatRecord(fields, List.of(), warnings);
  }
}
