package dev.arag.records.internal;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.ContentHash;
import dev.arag.index.internal.ingest.PlainHeadings;
import dev.arag.index.internal.ingest.PlainHeadings.Block;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.records.internal.RecordFile.NumberedRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The entries of one file: an entry for each record. Not thread-safe. */
public final class RecordEntries implements SourceEntries {
  private static final int MAX_METADATA_LENGTH = 1_024;
  private static final int MAX_NAMED_FIELDS = 8;

  /** A limit, because each record of a file can have fields that no other record has. */
  private static final int MAX_REPORTED_FIELDS = 100;

  /** Increment the number when a change makes the same record produce a different document. */
  private static final String FINGERPRINT = "records 3";

  private final String fileId;
  private final FieldNames fields;
  private final IngestLimits limits;
  private final RecordFile file;

  /** Null after the first entry. */
  private @Nullable SourceEntry first;

  /** The fields of the current record that are not used as metadata. */
  private final Set<String> unsupported = new TreeSet<>();

  private boolean hasReportedId;

  /** The fields of this file that a warning names. */
  private final Set<String> reported = new HashSet<>();

  public RecordEntries(String fileId, RecordFile file, FieldNames fields, IngestLimits limits)
      throws IOException {
    this.fileId = fileId;
    this.file = file;
    this.fields = fields;
    this.limits = limits;
    this.first = new SourceEntry.Expected((int) Math.min(Integer.MAX_VALUE, file.estimate()));
  }

  @Override
  public Optional<SourceEntry> next() throws IOException {
    SourceEntry expected = first;
    if (expected != null) {
      first = null;
      return Optional.of(expected);
    }
    NumberedRecord record = file.next();
    return record == null ? Optional.empty() : Optional.of(convert(record));
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // Everything that was needed was read.
    }
  }

  private SourceEntry convert(NumberedRecord numbered) {
    FlatRecord record = numbered.record();
    if (record == null) {
      return unreadable(numbered.number(), numbered.problem());
    }
    String own = id(numbered.number(), record);
    if (own == null) {
      return unreadable(
          numbered.number(),
          "it has no id: no field '" + fields.ids().get(0) + "' with a string or number");
    }
    String id = fileId + "/" + own;
    return new SourceEntry.Unparsed(id, hash(record), () -> parse(id, record));
  }

  /**
   * Skips a record. Because its id is unknown, the whole file is unreadable, so that none of its
   * documents is treated as deleted.
   */
  private SourceEntry unreadable(int number, String reason) {
    return new SourceEntry.Unreadable(fileId, new Skip(fileId + " record " + number, reason));
  }

  private @Nullable String id(int number, FlatRecord record) {
    for (String field : fields.ids()) {
      Object value = record.fields().get(field);
      if (isId(value)) {
        return String.valueOf(value).strip();
      }
    }
    return fields.isIdRequired() ? null : Integer.toString(number);
  }

  private static boolean isId(@Nullable Object value) {
    return value instanceof Long
        || value instanceof BigInteger
        || (value instanceof String text && !text.isBlank());
  }

  /** Reported once per file. A record without an id, or with a blank one, is not reported. */
  private Optional<String> idWarning(FlatRecord record) {
    String other = null;
    for (String field : fields.ids()) {
      Object value = record.fields().get(field);
      if (isId(value)) {
        return Optional.empty();
      }
      boolean isPresent = value != null || record.unsupported().contains(field);
      other = isPresent && !(value instanceof String) ? field : other;
    }
    if (other == null || hasReportedId) {
      return Optional.empty();
    }
    hasReportedId = true;
    return Optional.of(
        "its field "
            + other
            + " is neither a string nor a whole number; the number of the record in the file is its"
            + " id (reported once per file)");
  }

  private SourceEntry parse(String id, FlatRecord record) {
    unsupported.clear();
    Document document = document(id, record);
    List<String> warnings = new ArrayList<>(record.warnings());
    idWarning(record).ifPresent(warnings::add);
    unsupportedWarning().ifPresent(warnings::add);
    return new SourceEntry.Parsed(document, warnings);
  }

  private Document document(String id, FlatRecord record) {
    String title = string(record, fields.title()).orElse("");
    String body = body(record);
    limits.checkText(title.length() + body.length());
    unsupported.addAll(record.unsupported());
    Document.Builder document = Document.builder(id, body).title(title);
    markHeadings(title, body, document);
    record.fields().forEach((field, value) -> addMetadata(record, field, value, document));
    return document.build();
  }

  private String body(FlatRecord record) {
    String body =
        fields.text().stream()
            .flatMap(field -> string(record, field).stream())
            .filter(part -> !part.isBlank())
            .collect(Collectors.joining("\n\n"));
    if (body.isEmpty()) {
      boolean isOther = fields.text().stream().anyMatch(record.unsupported()::contains);
      Set<String> present = new LinkedHashSet<>(record.fields().keySet());
      present.addAll(record.unsupported());
      throw new UnreadableSourceException(
          "it has no "
              + (isOther ? "string or array of strings" : "text")
              + " in "
              + names(fields.text())
              + "; its fields are "
              + names(present)
              + "; name the field with RecordFields.text");
    }
    return body;
  }

  private static Optional<String> string(FlatRecord record, String field) {
    Object value = record.fields().get(field);
    if (value instanceof List<?> parts) {
      return Optional.of(
          parts.stream().map(String.class::cast).collect(Collectors.joining("\n\n")));
    }
    return Optional.ofNullable(value).map(String::valueOf);
  }

  private static String names(Collection<String> fields) {
    String shown = fields.stream().limit(MAX_NAMED_FIELDS).collect(Collectors.joining(", "));
    return fields.isEmpty() ? "none" : fields.size() > MAX_NAMED_FIELDS ? shown + " ..." : shown;
  }

  /**
   * Finds the headings of a text, other than the title. A record without a title may have it in its
   * first line.
   */
  private static void markHeadings(String title, String body, Document.Builder document) {
    List<Block> blocks =
        title.isBlank()
            ? PlainHeadings.findInRecord(body)
            : PlainHeadings.find(body, 0, body.length());
    for (Block block : blocks) {
      block
          .title()
          .filter(found -> !found.equals(title.strip()))
          .ifPresent(found -> block.markIn(document, found));
    }
  }

  private void addMetadata(
      FlatRecord record, String field, Object value, Document.Builder document) {
    if (fields.isMapped(field, record.fields())) {
      return;
    }
    if (isShort(value)) {
      Object stored = value instanceof BigInteger large ? (Object) large.doubleValue() : value;
      document.metadata(Document.OWN_METADATA + field, stored);
    } else {
      unsupported.add(field);
    }
  }

  private static boolean isShort(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(RecordEntries::isShort);
    }
    return !(value instanceof String text) || text.length() <= MAX_METADATA_LENGTH;
  }

  /** Each field is reported once per file, with the first record that has it. */
  private Optional<String> unsupportedWarning() {
    unsupported.removeIf(field -> reported.size() == MAX_REPORTED_FIELDS || !reported.add(field));
    return unsupported.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "fields not used as metadata, because they are not short strings, numbers, booleans or"
                + " arrays of short strings: "
                + names(unsupported)
                + " (not repeated for later records of the file)");
  }

  private String hash(FlatRecord record) {
    ContentHash hash = new ContentHash(FINGERPRINT).add(fields.toString());
    record.fields().forEach(hash::add);
    return hash.finish();
  }
}
