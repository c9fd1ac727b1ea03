package dev.arag.index.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a JSON record are its id, its title and its text. A field of a nested object is
 * written with dots: {@code article.body}. Whatever else is a string of at most 1,024 characters, a
 * number, a boolean or a list of such strings becomes metadata under {@code doc.} and its name.
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
   * {@code id} or {@code _id}, {@code title} and {@code text}. A record without an id gets its
   * number in the file, from 1.
   */
  public static RecordFields defaults() {
    return DEFAULTS;
  }

  /** The field with the id, a string or a whole number; then a record without one is skipped. */
  public RecordFields id(String field) {
    return new RecordFields(named(field), title, text);
  }

  /** The field with the title; a record may lack it. */
  public RecordFields title(String field) {
    return new RecordFields(id, named(field), text);
  }

  /** The fields with the text, which stand in this order with a blank line between them. */
  public RecordFields text(String field, String... more) {
    List<String> fields = new ArrayList<>(List.of(named(field)));
    for (String each : more) {
      fields.add(named(each));
    }
    return new RecordFields(id, title, List.copyOf(fields));
  }

  private static String named(String field) {
    if (field.isBlank()) {
      throw new IllegalArgumentException("The name of a field must not be blank.");
    }
    return field;
  }

  /** The fields that may hold the id, the first that is there counts. */
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

  /** Whether a field is used for more than metadata. */
  boolean isTaken(String field, Map<String, Object> record) {
    return field.equals(title)
        || text.contains(field)
        || ids().stream().filter(record::containsKey).findFirst().filter(field::equals).isPresent();
  }

  /** What decides the documents, for their hashes. */
  @Override
  public String toString() {
    return "ids " + ids() + ", title " + title + ", text " + text;
  }
}
