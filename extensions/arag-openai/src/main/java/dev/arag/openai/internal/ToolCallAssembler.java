package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Assembles one tool call from the chunks of a stream. */
final class ToolCallAssembler {
  private static final int MIN_LENGTH = 100;

  private String id = "";
  private String name = "";
  private final StringBuilder arguments = new StringBuilder();

  /**
   * Adds one part of the call. The first id and name are used, because some servers repeat them in
   * every part. The arguments are concatenated.
   */
  void add(JsonNode piece) {
    id = firstOf(id, piece.path("id").asText(""));
    JsonNode function = piece.path("function");
    name = firstOf(name, function.path("name").asText(""));
    JsonNode received = function.path("arguments");
    if (!received.isMissingNode() && !received.isNull()) {
      arguments.append(received.isTextual() ? received.textValue() : received.toString());
    }
  }

  private static String firstOf(String known, String received) {
    return known.isEmpty() ? received : known;
  }

  /** Returns the length of the call; many empty calls need memory, too. */
  int length() {
    return MIN_LENGTH + id.length() + name.length() + arguments.length();
  }

  /** Returns the call, in which secrets are redacted. */
  ObjectNode toJson(SecretRedactor redactor) {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    call.put("id", redactor.redact(id));
    call.putObject("function")
        .put("name", redactor.redact(name))
        .put("arguments", redactor.redact(arguments.toString()));
    return call;
  }
}
