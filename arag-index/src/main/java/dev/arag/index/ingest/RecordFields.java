package dev.arag.index.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON record that are its id, its title and its text. Nested fields are named with
 * dots: {@code article.body}. Other fields become metadata under {@code doc.} and their name, if
 * they are strings of at most 1,024 characters, numbers, booleans or lists of such strings.
 * Immutable.
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
   * {@code id} or {@code _id}, {@code title} and {@code text}. The id of a record without one is
   * its position in the file, from 1.
   */
  public static RecordFields defaults() {
    return DEFAULTS;
  }

  /** Sets the id field: a string or a whole number. A record without it is skipped. */
  public RecordFields id(String field) {
    return new RecordFields(requireName(field), title, text);
  }

  /** Sets the title field, which a record may lack. */
  public RecordFields title(String field) {
    return new RecordFields(id, requireName(field), text);
  }

  /** Sets the text fields, which are joined in this order with blank lines. */
  public RecordFields text(String field, String... more) {
    List<String> fields = new ArrayList<>(List.of(requireName(field)));
    for (String each : more) {
      fields.add(requireName(each));
    }
    return new RecordFields(id, title, List.copyOf(fields));
  }

  private static String requireName(String field) {
    if (field.isBlank()) {
      throw new IllegalArgumentException("The name of a field must not be blank.");
    }
    return field;
  }

  /** The candidates for the id field; the first one present is used. */
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

  /** Whether a field is the id, the title or a text, not metadata. */
  boolean isMapped(String field, Map<String, Object> record) {
    return field.equals(title)
        || text.contains(field)
        || ids().stream().filter(record::containsKey).findFirst().filter(field::equals).isPresent();
  }

  /** Identifies the mapping; part of the content hash of documents. */
  @Override
  public String toString() {
    return "ids " + ids() + ", title " + title + ", text " + text;
  }
}
