package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A field whose value is a list. A missing list is read as an empty list. */
record ListType(FieldType element) implements FieldType {
  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "array");
    schema.set("items", element.schema());
    return schema;
  }

  @Override
  public String description() {
    return "an array, each " + element.description();
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public Object read(JsonNode json, ReadContext context) {
    if (json.isMissingNode() || json.isNull()) {
      return List.of();
    }
    if (!json.isArray()) {
      return List.of(Objects.requireNonNull(element.read(json, context.at(0))));
    }
    List<Object> values = new ArrayList<>();
    for (JsonNode each : json) {
      values.add(Objects.requireNonNull(element.read(each, context.at(values.size()))));
    }
    return List.copyOf(values);
  }
}
