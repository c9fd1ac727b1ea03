package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** What can be written in one place of a form. */
interface FieldType {
  /** As a JSON schema. */
  ObjectNode schema();

  /** In words, such as "a whole number". */
  String words();

  /** Whether nothing needs to be written. */
  default boolean isOptional() {
    return false;
  }

  /**
   * @param json missing, or null, where nothing was written
   * @throws ValueParseException if it cannot be read so
   */
  @Nullable Object read(JsonNode json, ReadContext at);
}
