package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The type of a record field whose value a model provides. */
interface FieldType {
  /** Returns the JSON schema of the field. */
  ObjectNode schema();

  /** Returns a description for the model, such as "a whole number". */
  String description();

  /** Whether the field may be missing. */
  default boolean isOptional() {
    return false;
  }

  /**
   * Reads a value of this type.
   *
   * @param json the JSON value; a missing or null node if the model provided no value
   * @throws ValueParseException if the JSON value cannot be read as this type
   */
  @Nullable Object read(JsonNode json, ReadContext context);
}
