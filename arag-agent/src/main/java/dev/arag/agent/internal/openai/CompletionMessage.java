package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Reads the message of a completion. The form of a message differs between servers. */
final class CompletionMessage {
  private static final List<String> REASONING = List.of("reasoning_content", "reasoning");

  private CompletionMessage() {}

  static ObjectNode read(JsonNode received) {
    StringBuilder text = new StringBuilder();
    StringBuilder reasoning = new StringBuilder();
    StringBuilder refusal = new StringBuilder(received.path("refusal").asText(""));
    readContent(received.path("content"), text, reasoning, refusal);
    for (String field : REASONING) {
      if (reasoning.isEmpty()) {
        readText(received.path(field), reasoning);
      }
    }
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("role", "assistant");
    message.put("content", text.toString());
    putIfAny(message, "reasoning_content", reasoning);
    putIfAny(message, "refusal", refusal);
    ArrayNode calls = calls(received);
    if (!calls.isEmpty()) {
      message.set("tool_calls", calls);
    }
    return message;
  }

  private static void putIfAny(ObjectNode message, String name, StringBuilder value) {
    if (!value.isEmpty()) {
      message.put(name, value.toString());
    }
  }

  /** Reads the content, which is either a string or a list of parts of several types. */
  private static void readContent(
      JsonNode content, StringBuilder text, StringBuilder reasoning, StringBuilder refusal) {
    if (!content.isArray()) {
      readText(content, text);
      return;
    }
    for (JsonNode part : content) {
      switch (part.path("type").asText("text")) {
        case "thinking", "reasoning" -> {
          readText(part.path("thinking"), reasoning);
          readText(part.path("reasoning"), reasoning);
        }
        case "refusal" -> readText(part.path("refusal"), refusal);
        default -> readText(part.has("text") ? part.path("text") : part, text);
      }
    }
  }

  private static void readText(JsonNode node, StringBuilder into) {
    if (node.isArray()) {
      node.forEach(each -> readText(each.has("text") ? each.path("text") : each, into));
    } else if (node.isValueNode() && !node.isNull()) {
      into.append(node.asText());
    }
  }

  private static ArrayNode calls(JsonNode received) {
    ArrayNode calls = JsonNodeFactory.instance.arrayNode();
    JsonNode list = received.path("tool_calls");
    if (list.isArray()) {
      list.forEach(each -> addCall(calls, each));
    } else if (list.isObject()) {
      addCall(calls, list);
    }
    JsonNode old = received.path("function_call");
    if (calls.isEmpty() && old.isObject()) {
      addCall(calls, JsonNodeFactory.instance.objectNode().set("function", old));
    }
    return calls;
  }

  /** Adds a call. A missing id stays empty, because the reader of the reply assigns one later. */
  private static void addCall(ArrayNode calls, JsonNode received) {
    JsonNode function = received.path("function").isObject() ? received.path("function") : received;
    ObjectNode call = calls.addObject();
    call.put("id", received.path("id").asText(""));
    call.put("type", "function");
    call.putObject("function")
        .put("name", function.path("name").asText(""))
        .put("arguments", arguments(function));
  }

  /**
   * Returns the arguments as a string that contains JSON. Some servers send a JSON object instead
   * of a string.
   */
  private static String arguments(JsonNode function) {
    JsonNode arguments =
        function.has("arguments") ? function.path("arguments") : function.path("parameters");
    if (arguments.isMissingNode() || arguments.isNull()) {
      return "";
    }
    return arguments.isTextual() ? arguments.textValue() : arguments.toString();
  }
}
