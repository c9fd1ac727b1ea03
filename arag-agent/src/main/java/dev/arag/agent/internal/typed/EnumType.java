package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** One of some constants. */
record EnumType(List<Enum<?>> constants) implements FieldType {
  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "string");
    ArrayNode names = schema.putArray("enum");
    constants.forEach(constant -> names.add(constant.name()));
    return schema;
  }

  @Override
  public String words() {
    return "one of " + String.join(", ", constants.stream().map(Enum::name).toList());
  }

  @Override
  public Object read(JsonNode json, ReadContext at) {
    String written = normal(json.asText());
    return constants.stream()
        .filter(constant -> normal(constant.name()).equals(written))
        .findFirst()
        .orElseThrow(() -> at.wrong("must be " + words()));
  }

  private static String normal(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
  }
}
