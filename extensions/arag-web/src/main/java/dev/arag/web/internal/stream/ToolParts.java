package dev.arag.web.internal.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.step.Step;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds the tool calls of a run to the parts of a message. */
final class ToolParts {
  private final PartList parts;
  private final boolean hasTexts;
  private final Map<String, ToolCall> openCalls = new LinkedHashMap<>();
  private int calls;

  /**
   * @param hasTexts whether the parts contain the text that the model read
   */
  ToolParts(PartList parts, boolean hasTexts) {
    this.parts = parts;
    this.hasTexts = hasTexts;
  }

  /** Adds a call. Returns its id. The ids of the model are not used: they may be empty or equal. */
  String start(ToolCall call) {
    calls++;
    String id = "call-" + calls;
    openCalls.put(id, call);
    Map<String, Object> fields = fields(id);
    fields.put("toolName", call.name());
    fields.put("input", input(call));
    parts.add("tool-input-available", fields);
    return id;
  }

  /** Returns the fields of a call that the page must not execute. */
  private static Map<String, Object> fields(String id) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("toolCallId", id);
    fields.put("dynamic", true);
    // Otherwise the npm package calls onToolCall, and may send the message again with the results.
    fields.put("providerExecuted", true);
    return fields;
  }

  private static Object input(ToolCall call) {
    try {
      JsonNode input = PartJson.read(call.validArguments());
      return hasForbiddenKey(input) ? call.arguments() : input;
    } catch (JsonProcessingException e) {
      return call.arguments();
    }
  }

  /** Whether an object has a key because of which the npm package rejects the whole stream. */
  private static boolean hasForbiddenKey(JsonNode node) {
    if (node.has("__proto__") || node.has("constructor")) {
      return true;
    }
    for (JsonNode each : node) {
      if (hasForbiddenKey(each)) {
        return true;
      }
    }
    return false;
  }

  /** Adds the result of a call, and the call if a strategy showed text without one. */
  void end(Step.ToolUse use) {
    String id = openCall(use.call()).orElseGet(() -> start(use.call()));
    openCalls.remove(id);
    if (use.observation() instanceof Observation.Rejected || use.hasFailed()) {
      String reason = use.hasFailed() ? "The tool failed." : "The call was rejected.";
      fail(id, hasTexts ? use.observation().text() : reason);
    } else {
      Map<String, Object> fields = fields(id);
      fields.put("output", output(use.observation()));
      parts.add("tool-output-available", fields);
    }
  }

  /** Adds a result for each call that has none, because the run ended. */
  void endAll() {
    openCalls.keySet().forEach(id -> fail(id, "The run ended before the call."));
    openCalls.clear();
  }

  private Optional<String> openCall(ToolCall call) {
    return openCalls.entrySet().stream()
        .filter(open -> open.getValue().equals(call))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private void fail(String id, String reason) {
    Map<String, Object> fields = fields(id);
    fields.put("errorText", reason);
    parts.add("tool-output-error", fields);
  }

  private Map<String, Object> output(Observation observation) {
    List<String> chunks =
        observation.shown().stream()
            .map(Snippet::chunkId)
            .distinct()
            .map(Object::toString)
            .toList();
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("count", chunks.size());
    output.put("chunks", chunks);
    if (hasTexts) {
      output.put("text", observation.text());
    }
    return output;
  }
}
