package dev.arag.records;

import static java.util.Objects.requireNonNull;

import dev.arag.records.internal.FieldNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields that contain the id, the title and the text of a record: a JSON object,
 * or a row of a CSV file with the columns as fields. The name of a nested field of JSON is its path
 * with dots, such as {@code article.body}. Other fields become metadata under {@code doc.} followed
 * by their name. Metadata values are strings of at most 1,024 characters, numbers, booleans or
 * lists of such strings. Fields with other values are not stored; a warning names them. Immutable.
 */
public final class RecordFields {
  private static final RecordFields DEFAULTS =
      new RecordFields(new FieldNames(null, "title", List.of("text")));

  private final FieldNames names;

  private RecordFields(FieldNames names) {
    this.names = names;
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
    return with(requireName(field), names.title(), names.text());
  }

  /** Sets the title field. A record without this field has no title. */
  public RecordFields title(String field) {
    return with(names.id(), requireName(field), names.text());
  }

  /** Sets the text fields. Their values are joined in this order, with blank lines between them. */
  public RecordFields text(String field, String... more) {
    List<String> fields = new ArrayList<>(List.of(requireName(field)));
    for (String each : requireNonNull(more, "more")) {
      fields.add(requireName(each));
    }
    return with(names.id(), names.title(), List.copyOf(fields));
  }

  private static String requireName(String field) {
    if (requireNonNull(field, "field").isBlank()) {
      throw new IllegalArgumentException("The name of a field must not be blank.");
    }
    return field;
  }

  private static RecordFields with(@Nullable String id, String title, List<String> text) {
    return new RecordFields(new FieldNames(id, title, text));
  }

  FieldNames names() {
    return names;
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
