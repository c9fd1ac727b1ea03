package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** One tool call, put together from the pieces of a stream. */
final class ToolCallAssembler {
  private String id = "";
  private String name = "";
  private final StringBuilder arguments = new StringBuilder();

  /** Id and name come once, or whole each time; arguments come in pieces. */
  void add(JsonNode piece) {
    id = firstOf(id, piece.path("id").asText(""));
    JsonNode function = piece.path("function");
    name = firstOf(name, function.path("name").asText(""));
    JsonNode told = function.path("arguments");
    if (!told.isMissingNode() && !told.isNull()) {
      arguments.append(told.isTextual() ? told.textValue() : told.toString());
    }
  }

  private static String firstOf(String known, String told) {
    return known.isEmpty() ? told : known;
  }

  ObjectNode whole() {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("id", id);
    call.put("type", "function");
    call.putObject("function").put("name", name).put("arguments", arguments.toString());
    return call;
  }
}
