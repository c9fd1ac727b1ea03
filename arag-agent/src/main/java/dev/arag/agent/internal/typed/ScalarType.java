package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field that holds one text, number, date or boolean.
 *
 * @param type the JSON schema type
 * @param parse parses the text; null if it is not such a value
 * @param isFact whether the value should be in the documents
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
