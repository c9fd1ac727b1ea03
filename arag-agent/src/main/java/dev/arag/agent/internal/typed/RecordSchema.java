package dev.arag.agent.internal.typed;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;

/**
 * The schema of a record whose values a model provides. Also reads the replies of the model.
 *
 * <p>Components may be strings, numbers, booleans, {@code LocalDate}s, enums, records, or lists or
 * {@code Optional}s of these. The value of an {@code Optional} or {@code @Nullable} component may
 * be missing, and a missing list is read as an empty list. The reader tolerates common deviations:
 * text around the JSON, other spellings of names, and numbers or dates that are written as strings.
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
   * Creates the schema of a record.
   *
   * @throws IllegalArgumentException if the type is not a record or has unsupported components
   */
  public static <T> RecordSchema<T> of(Class<T> type) {
    requireNonNull(type, "type");
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is not a record. Use a record type.");
    }
    return new RecordSchema<>(type, FieldTypes.ofRecord(type));
  }

  /** Returns the name of the record. Characters that some servers reject are replaced. */
  public String name() {
    return type.getSimpleName().replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** Returns the fields with their descriptions for the model. */
  public String fields() {
    return recordType.fields();
  }

  /** Returns the JSON schema, which has the type object. */
  public String schema() {
    return recordType.schema().toString();
  }

  /**
   * Reads a reply.
   *
   * @throws ValueParseException if the reply does not contain a valid record; the message names the
   *     invalid field, if any
   */
  public ParsedValue<T> read(String reply) {
    Optional<JsonNode> object = JsonExtractor.object(reply, recordType::matches);
    if (object.isEmpty()) {
      throw new ValueParseException("There is no JSON object in it.");
    }
    ReadContext context = ReadContext.start();
    Object value = Objects.requireNonNull(recordType.read(object.get(), context));
    if (!object.get().isEmpty() && !recordType.matches(object.get())) {
      // All components are optional, so reading succeeded although no field name matched. The
      // content of the reply would be lost.
      throw new ValueParseException("There is none of these in it: " + fields());
    }
    return new ParsedValue<>(type.cast(value), context.texts());
  }
}
