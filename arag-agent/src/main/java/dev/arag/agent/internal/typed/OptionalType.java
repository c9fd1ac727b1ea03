package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something, or nothing.
 *
 * @param isWrapped whether the value is an {@code Optional}; else nothing is null
 */
record OptionalType(FieldType shape, boolean isWrapped) implements FieldType {
  @Override
  public ObjectNode schema() {
    return shape.schema();
  }

  @Override
  public String words() {
    return shape.words() + ", if told";
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public @Nullable Object read(JsonNode json, ReadContext at) {
    boolean isNothing =
        json.isMissingNode() || json.isNull() || (json.isTextual() && isNothing(json.asText()));
    Object value = isNothing ? null : shape.read(json, at);
    return isWrapped ? Optional.ofNullable(value) : value;
  }

  private static boolean isNothing(String text) {
    return text.isBlank() || text.strip().equals("null");
  }
}
