package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.Optional;

/**
 * A record as a form that a model fills in.
 *
 * <p>Components may be texts, numbers, booleans, {@code LocalDate}, enums, records, and lists and
 * {@code Optional}s of these. One that is an {@code Optional}, or annotated {@code @Nullable}, may
 * be left out; a list that is left out is empty. Replies are read leniently: JSON inside of other
 * text, names in other spellings, numbers and dates as text.
 *
 * @param <T> the record
 */
public final class RecordSchema<T> {
  private final Class<T> type;
  private final RecordType shape;

  private RecordSchema(Class<T> type, RecordType shape) {
    this.type = type;
    this.shape = shape;
  }

  /**
   * The form of a record.
   *
   * @throws IllegalArgumentException if it is no record, or values of it cannot be made
   */
  public static <T> RecordSchema<T> of(Class<T> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          type.getName() + " is no record. Ask for a value of a record.");
    }
    return new RecordSchema<>(type, FieldTypes.ofRecord(type));
  }

  /** The record's name, in characters every server takes. */
  public String name() {
    return type.getSimpleName().replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /** What is to be filled in, in words. */
  public String fields() {
    return shape.fields();
  }

  /** The form as a JSON schema of type object. */
  public String schema() {
    return shape.schema().toString();
  }

  /**
   * Reads a reply.
   *
   * @throws ValueParseException if there is no value in it; the message names the field
   */
  public ParsedValue<T> read(String reply) {
    Optional<JsonNode> object = JsonExtractor.object(reply, shape::knows);
    if (object.isEmpty()) {
      throw new ValueParseException("There is no JSON object in it.");
    }
    ReadContext reading = ReadContext.start();
    Object value = Objects.requireNonNull(shape.read(object.get(), reading));
    if (!object.get().isEmpty() && !shape.knows(object.get())) {
      // All may be missing, so nothing was missed; but what was told would be lost.
      throw new ValueParseException("There is none of these in it: " + fields());
    }
    return new ParsedValue<>(type.cast(value), reading.texts());
  }
}
