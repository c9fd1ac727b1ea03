package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** A field whose value is a constant of an enum. */
record EnumType(List<Enum<?>> constants) implements FieldType {
  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "string");
    ArrayNode names = schema.putArray("enum");
    constants.forEach(constant -> names.add(constant.name()));
    return schema;
  }

  @Override
  public String description() {
    return "one of " + String.join(", ", constants.stream().map(Enum::name).toList());
  }

  @Override
  public Object read(JsonNode json, ReadContext context) {
    String text = normalize(json.asText());
    return constants.stream()
        .filter(constant -> normalize(constant.name()).equals(text))
        .findFirst()
        .orElseThrow(() -> context.error("must be " + description()));
  }

  private static String normalize(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }
}
