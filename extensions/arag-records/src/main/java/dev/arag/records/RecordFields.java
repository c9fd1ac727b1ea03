package dev.arag.records;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields that contain the id, the title and the text of a record: a JSON object,
 * or a row of a CSV file with the columns as fields. The name of a nested field of JSON is its path
 * with dots, such as {@code article.body}. Other fields become metadata under {@code doc.} followed
 * by their name. Metadata values are strings of at most 1,024 characters, numbers, booleans or
 * lists of such strings. Fields with other values are not stored; a warning names them. Immutable.
 */
public final class RecordFields {
  private static final List<String> USUAL_IDS = List.of("id", "_id");
  private static final RecordFields DEFAULTS = new RecordFields(null, "title", List.of("text"));

  private final @Nullable String id;
  private final String title;
  private final List<String> text;

  private RecordFields(@Nullable String id, String title, List<String> text) {
    this.id = id;
    this.title = title;
    this.text = text;
  }

  /**
   * Returns the default fields: {@code id} or {@code _id}, {@code title} and {@code text}. If a
   * record has no id field, its id is its position in the file, starting at 1.
   */
  public static RecordFields defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the id field, whose value must be a string or a whole number. A record without this field
   * is skipped.
   */
  public RecordFields id(String field) {
    return new RecordFields(requireName(field), title, text);
  }

  /** Sets the title field. A record without this field has no title. */
  public RecordFields title(String field) {
    return new RecordFields(id, requireName(field), text);
  }

  /** Sets the text fields. Their values are joined in this order, with blank lines between them. */
  public RecordFields text(String field, String... more) {
    List<String> fields = new ArrayList<>(List.of(requireName(field)));
    for (String each : requireNonNull(more, "more")) {
      fields.add(requireName(each));
    }
    return new RecordFields(id, title, List.copyOf(fields));
  }

  private static String requireName(String field) {
    if (requireNonNull(field, "field").isBlank()) {
      throw new IllegalArgumentException("The name of a field must not be blank.");
    }
    return field;
  }

  /** The names of possible id fields; the first field that the record contains is used. */
  List<String> ids() {
    return id == null ? USUAL_IDS : List.of(id);
  }

  boolean isIdRequired() {
    return id != null;
  }

  String title() {
    return title;
  }

  List<String> text() {
    return text;
  }

  /** Returns whether a field is the id, the title or a text field, and therefore not metadata. */
  boolean isMapped(String field, Map<String, Object> record) {
    return field.equals(title)
        || text.contains(field)
        || ids().stream().filter(record::containsKey).findFirst().filter(field::equals).isPresent();
  }

  /** Identifies the field names. This text is part of the content hash of documents. */
  @Override
  public String toString() {
    return "ids " + ids() + ", title " + title + ", text " + text;
  }
}
