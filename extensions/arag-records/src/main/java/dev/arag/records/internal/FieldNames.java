package dev.arag.records.internal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields that contain the id, the title and the text of a record.
 *
 * @param id the field that every record must have; null for the usual ones, which are optional
 */
public record FieldNames(@Nullable String id, String title, List<String> text) {
  private static final List<String> USUAL_IDS = List.of("id", "_id");

  /** The names of possible id fields; the first field that the record contains is used. */
  List<String> ids() {
    return id == null ? USUAL_IDS : List.of(id);
  }

  boolean isIdRequired() {
    return id != null;
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
