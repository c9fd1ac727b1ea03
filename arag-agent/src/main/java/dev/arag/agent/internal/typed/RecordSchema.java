package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;

/**
 * The schema of a record that a model fills in, and the reader of the model's replies.
 *
 * <p>Components may be strings, numbers, booleans, {@code LocalDate}s, enums, records, or lists or
 * {@code Optional}s of these. A component that is an {@code Optional}, or annotated
 * {@code @Nullable}, may be missing; a missing list is empty. Replies are read leniently: JSON
 * within other text, names in other spellings, numbers and dates written as strings.
 *
 * @param <T> the type of the record
 */
public final class RecordSchema<T> {
  private final Class<T> type;
  private final RecordType recordType;

  private RecordSchema(Class<T> type, RecordType recordType) {
    this.type = type;
    this.recordType = recordType;
  }

  /**
   * Makes the schema of a record.
   *
   * @throws IllegalArgumentException if the type is not a record or has unsupported components
   */
  public static <T> RecordSchema<T> of(Class<T> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is not a record. Use a record type.");
    }
    return new RecordSchema<>(type, FieldTypes.ofRecord(type));
  }

  /** The name of the record, in characters that every server accepts. */
  public String name() {
    return type.getSimpleName().replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** The fields with their descriptions, for the model. */
  public String fields() {
    return recordType.fields();
  }

  /** The JSON schema, of type object. */
  public String schema() {
    return recordType.schema().toString();
  }

  /**
   * Reads a reply.
   *
   * @throws ValueParseException if it contains no value; the message names the field
   */
  public ParsedValue<T> read(String reply) {
    Optional<JsonNode> object = JsonExtractor.object(reply, recordType::matches);
    if (object.isEmpty()) {
      throw new ValueParseException("There is no JSON object in it.");
    }
    ReadContext context = ReadContext.start();
    Object value = Objects.requireNonNull(recordType.read(object.get(), context));
    if (!object.get().isEmpty() && !recordType.matches(object.get())) {
      // All components are optional, so reading succeeded, but the content would be lost.
      throw new ValueParseException("There is none of these in it: " + fields());
    }
    return new ParsedValue<>(type.cast(value), context.texts());
  }
}
