package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The type of a field that a model fills in. */
interface FieldType {
  /** The JSON schema of the field. */
  ObjectNode schema();

  /** A description for the model, such as "a whole number". */
  String description();

  /** Whether the field may be missing. */
  default boolean isOptional() {
    return false;
  }

  /**
   * Reads a value of this type.
   *
   * @param json a missing or null node if the model wrote nothing
   * @throws ValueParseException if it is not a value of this type
   */
  @Nullable Object read(JsonNode json, ReadContext context);
}
