package dev.arag.agent.internal.trajectory;

import dev.arag.agent.model.Message;
import java.util.stream.Stream;

/** The kinds of messages by their names in the file. */
enum MessageRole {
  SYSTEM("system", Message.System.class),
  USER("user", Message.User.class),
  ASSISTANT("assistant", Message.Assistant.class),
  TOOL("tool", Message.ToolResult.class);

  private final String jsonName;
  private final Class<? extends Message> type;

  MessageRole(String jsonName, Class<? extends Message> type) {
    this.jsonName = jsonName;
    this.type = type;
  }

  String jsonName() {
    return jsonName;
  }

  static MessageRole of(Message message) {
    return Stream.of(values())
        .filter(each -> each.type.isInstance(message))
        .findFirst()
        .orElseThrow();
  }

  static MessageRole named(String name) {
    return Stream.of(values())
        .filter(each -> each.jsonName.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no role '" + name + "'"));
  }
}
