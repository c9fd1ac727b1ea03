package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A field that may be missing.
 *
 * @param isWrapped whether the component has the type {@code Optional}; if not, a missing value is
 *     null
 */
record OptionalType(FieldType type, boolean isWrapped) implements FieldType {
  @Override
  public ObjectNode schema() {
    return type.schema();
  }

  @Override
  public String description() {
    return type.description() + ", if told";
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public @Nullable Object read(JsonNode json, ReadContext context) {
    boolean isMissing =
        json.isMissingNode() || json.isNull() || (json.isTextual() && isEmpty(json.asText()));
    Object value = isMissing ? null : type.read(json, context);
    return isWrapped ? Optional.ofNullable(value) : value;
  }

  private static boolean isEmpty(String text) {
    return text.isBlank() || text.strip().equals("null");
  }
}
