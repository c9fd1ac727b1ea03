package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a document of each record of one file. For one thread. */
final class JsonRecordReader implements JsonRecordFile.Taker {
  private static final int MAX_METADATA_LENGTH = 1_024;
  private static final int MAX_NAMED_FIELDS = 8;

  /** Raised whenever the same record makes another document. */
  private static final String FINGERPRINT = "records 1";

  private final String fileId;
  private final RecordFields fields;
  private final IngestLimits limits;
  private final FileHash hash;
  private final IngestSink sink;
  private final TreeSet<String> left = new TreeSet<>();

  JsonRecordReader(
      String fileId, RecordFields fields, IngestLimits limits, FileHash hash, IngestSink sink) {
    this.fileId = fileId;
    this.fields = fields;
    this.limits = limits;
    this.hash = hash;
    this.sink = sink;
  }

  @Override
  public void record(int number, JsonRecord record) throws InterruptedException {
    FolderReader.stopIfInterrupted();
    String own = id(number, record);
    if (own == null) {
      skip(number, "it has no id: no field '" + fields.ids().get(0) + "' with a text or number");
      return;
    }
    String id = fileId + "/" + own;
    String contentHash = hash.of(FINGERPRINT, fields.toString(), record.fields());
    if (!sink.isKnown(id, contentHash)) {
      deliver(id, record, contentHash);
    }
  }

  @Override
  public void broken(int number, String reason) throws InterruptedException {
    FolderReader.stopIfInterrupted();
    skip(number, reason);
  }

  /** Its id is not known, so any document of this file may be the one that was lost. */
  private void skip(int number, String reason) {
    sink.skipped(new Skip(fileId + " record " + number, reason));
    sink.unreadable(fileId);
  }

  private @Nullable String id(int number, JsonRecord record) {
    for (String field : fields.ids()) {
      Object value = record.fields().get(field);
      boolean isId = value instanceof Long || (value instanceof String text && !text.isBlank());
      if (isId) {
        return String.valueOf(value).strip();
      }
    }
    return fields.isIdRequired() ? null : Integer.toString(number);
  }

  private void deliver(String id, JsonRecord record, String contentHash) {
    Document document;
    try {
      document = document(id, record);
    } catch (UnreadableSourceException e) {
      sink.skipped(new Skip(id, String.valueOf(e.getMessage())));
      sink.unreadable(id);
      return;
    }
    record.warnings().forEach(warning -> sink.warning(id, warning));
    sink.document(document, contentHash);
  }

  private Document document(String id, JsonRecord record) {
    String title = string(record, fields.title()).map(String::strip).orElse("");
    String body = body(record);
    String text = title.isEmpty() || body.startsWith(title) ? body : title + "\n" + body;
    limits.checkText(text.length());
    left.addAll(record.left());
    Document.Builder document = Document.builder(id, text).title(title.isEmpty() ? null : title);
    markHeadings(text, title, document);
    record.fields().forEach((field, value) -> addMetadata(record, field, value, document));
    return document.build();
  }

  private String body(JsonRecord record) {
    String body =
        fields.text().stream()
            .flatMap(field -> string(record, field).stream())
            .filter(part -> !part.isBlank())
            .collect(Collectors.joining("\n\n"));
    if (body.isEmpty()) {
      throw new UnreadableSourceException(
          "it has no text in "
              + names(fields.text())
              + "; its fields are "
              + names(record.fields().keySet())
              + "; say which is the text (--text-field, RecordFields.text)");
    }
    return body;
  }

  private static Optional<String> string(JsonRecord record, String field) {
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

  /** The title stands above all of a record; sections of its text stand below it. */
  private static void markHeadings(String text, String title, Document.Builder document) {
    List<String> top = title.isEmpty() ? List.of() : List.of(title);
    if (!top.isEmpty()) {
      document.heading(0, top);
    }
    int body = title.isEmpty() ? 0 : title.length();
    for (PlainHeadings.Block block : PlainHeadings.find(text, body, text.length())) {
      block
          .title()
          .ifPresent(
              section -> {
                List<String> path = new ArrayList<>(top);
                path.add(section);
                document.heading(block.offset(), path);
              });
    }
  }

  private void addMetadata(
      JsonRecord record, String field, Object value, Document.Builder document) {
    if (fields.isTaken(field, record.fields())) {
      return;
    }
    if (isShort(value)) {
      document.metadata(Document.OWN_METADATA + field, value);
    } else {
      left.add(field);
    }
  }

  private static boolean isShort(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(JsonRecordReader::isShort);
    }
    return !(value instanceof String text) || text.length() <= MAX_METADATA_LENGTH;
  }

  /** What a user should know of the file once all of it was read. */
  Optional<String> warning() {
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not taken as metadata, since they are no short texts, numbers, booleans or lists of"
                + " short texts: "
                + names(left));
  }

  /** For a hash of what a record says. */
  static List<String> parts(Map<String, Object> fields) {
    List<String> parts = new ArrayList<>();
    fields.forEach(
        (field, value) -> {
          parts.add(field);
          parts.add(value.getClass().getSimpleName());
          parts.addAll(value instanceof List<?> list ? strings(list) : List.of(value.toString()));
        });
    return parts;
  }

  private static List<String> strings(List<?> list) {
    List<String> strings = new ArrayList<>(List.of(Integer.toString(list.size())));
    list.forEach(each -> strings.add((String) each));
    return strings;
  }
}
