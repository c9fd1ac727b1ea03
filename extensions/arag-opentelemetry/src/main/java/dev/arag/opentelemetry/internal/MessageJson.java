package dev.arag.opentelemetry.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.model.Message;
import dev.arag.tools.call.Snippet;
import java.util.List;

/**
 * Converts messages to the JSON format of OpenTelemetry's conventions for generative AI. Used only
 * for spans with content.
 */
final class MessageJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private MessageJson() {}

  /** Returns the system messages as JSON. */
  static String system(List<Message> messages) {
    ArrayNode parts = JSON.arrayNode();
    messages.stream()
        .filter(Message.System.class::isInstance)
        .forEach(each -> addText(parts, each.text()));
    return parts.toString();
  }

  /** Returns all messages except system messages as JSON. */
  static String conversation(List<Message> messages) {
    ArrayNode all = JSON.arrayNode();
    messages.stream()
        .filter(each -> !(each instanceof Message.System))
        .forEach(each -> add(all, each));
    return all.toString();
  }

  static String reply(Message.Assistant message, String finish) {
    ArrayNode all = JSON.arrayNode();
    add(all, message).put("finish_reason", finish);
    return all.toString();
  }

  static String question(String text) {
    return conversation(List.of(new Message.User(text)));
  }

  static String answer(String text) {
    return reply(Message.Assistant.of(text), "stop");
  }

  /** Returns the ids of the chunks that a search has shown. */
  static String documents(List<Snippet> shown) {
    ArrayNode all = JSON.arrayNode();
    shown.stream()
        .map(snippet -> snippet.chunkId().value())
        .distinct()
        .forEach(id -> all.addObject().put("id", id));
    return all.toString();
  }

  private static ObjectNode add(ArrayNode all, Message message) {
    ObjectNode json = all.addObject();
    if (message instanceof Message.ToolResult result) {
      json.put("role", "tool")
          .putArray("parts")
          .addObject()
          .put("type", "tool_call_response")
          .put("id", result.callId())
          .put("response", result.text());
      return json;
    }
    boolean isAssistant = message instanceof Message.Assistant;
    ArrayNode parts = json.put("role", isAssistant ? "assistant" : "user").putArray("parts");
    addText(parts, message.text());
    if (message instanceof Message.Assistant assistant) {
      assistant
          .calls()
          .forEach(
              call ->
                  parts
                      .addObject()
                      .put("type", "tool_call")
                      .put("id", call.id())
                      .put("name", call.name())
                      .put("arguments", call.arguments()));
    }
    return json;
  }

  private static void addText(ArrayNode parts, String text) {
    if (!text.isEmpty()) {
      parts.addObject().put("type", "text").put("content", text);
    }
  }
}
