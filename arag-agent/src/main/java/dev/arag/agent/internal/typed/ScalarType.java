package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field whose value is a single string, number, date, or boolean.
 *
 * @param type the type in the JSON schema
 * @param parse parses the text; returns null if the text is not a value of this type
 * @param isFact whether the value is expected to occur in the documents
 */
record ScalarType(
    String type, String description, Function<String, @Nullable Object> parse, boolean isFact)
    implements FieldType {

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", type);
    return description.contains("YYYY") ? schema.put("description", description) : schema;
  }

  @Override
  public Object read(JsonNode json, ReadContext context) {
    if (json.isMissingNode() || json.isNull()) {
      throw context.error("is missing: it must be " + description);
    }
    String text = json.isValueNode() ? json.asText().strip() : "";
    Object value = json.isValueNode() ? parse.apply(text) : null;
    if (value == null) {
      throw context.error("must be " + description);
    }
    if (isFact) {
      context.addText(text);
    }
    return value;
  }
}
