package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * The message of a completion. Its form differs between servers.
 *
 * @param calls the tool calls; a missing id is empty, because the reader of the reply assigns one
 */
record CompletionMessage(
    String text, String reasoning, String refusal, List<ToolExecutionRequest> calls) {
  private static final List<String> REASONING = ServerRule.values(Kind.REASONING_FIELD);

  static CompletionMessage read(JsonNode received) {
    StringBuilder text = new StringBuilder();
    StringBuilder reasoning = new StringBuilder();
    StringBuilder refusal = new StringBuilder(received.path("refusal").asText(""));
    readContent(received.path("content"), text, reasoning, refusal);
    for (String field : REASONING) {
      if (reasoning.isEmpty()) {
        readText(received.path(field), reasoning);
      }
    }
    return new CompletionMessage(
        text.toString(), reasoning.toString(), refusal.toString(), calls(received));
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

  private static List<ToolExecutionRequest> calls(JsonNode received) {
    List<ToolExecutionRequest> calls = new ArrayList<>();
    JsonNode list = received.path("tool_calls");
    if (list.isArray()) {
      list.forEach(each -> calls.add(call(each)));
    }
    JsonNode old = received.path("function_call");
    if (calls.isEmpty() && old.isObject()) {
      calls.add(call(old));
    }
    return calls;
  }

  private static ToolExecutionRequest call(JsonNode received) {
    JsonNode function = received.path("function").isObject() ? received.path("function") : received;
    return ToolExecutionRequest.builder()
        .id(received.path("id").asText(""))
        .name(function.path("name").asText(""))
        .arguments(arguments(function))
        .build();
  }

  /**
   * Returns the arguments as a string that contains JSON. Some servers send a JSON object instead
   * of a string.
   */
  private static String arguments(JsonNode function) {
    JsonNode arguments = function.path("arguments");
    if (arguments.isMissingNode() || arguments.isNull()) {
      return "";
    }
    return arguments.isTextual() ? arguments.textValue() : arguments.toString();
  }
}
