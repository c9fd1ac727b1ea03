package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One text, number, date or truth value.
 *
 * @param type in a JSON schema
 * @param parse of what was written; null if it is none
 * @param isFound whether such a value must be found in the documents
 */
record ScalarType(
    String type, String words, Function<String, @Nullable Object> parse, boolean isFound)
    implements FieldType {

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", type);
    return words.contains("YYYY") ? schema.put("description", words) : schema;
  }

  @Override
  public Object read(JsonNode json, ReadContext at) {
    if (json.isMissingNode() || json.isNull()) {
      throw at.wrong("is missing: it must be " + words);
    }
    String written = json.isValueNode() ? json.asText().strip() : "";
    Object value = json.isValueNode() ? parse.apply(written) : null;
    if (value == null) {
      throw at.wrong("must be " + words);
    }
    if (isFound) {
      at.note(written);
    }
    return value;
  }
}
