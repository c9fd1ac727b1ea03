package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ensures that each tool call of a conversation has a unique id. */
final class ToolCallIds {
  private static final int MAX_LENGTH = 10_000;

  private final Set<String> taken = new HashSet<>();

  ToolCallIds(List<Message> conversation) {
    for (Message message : conversation) {
      if (message instanceof Message.Assistant assistant) {
        assistant.calls().forEach(call -> taken.add(call.id()));
      }
    }
  }

  /**
   * Replaces an id that is missing, repeated, or too long. Ids must be unique because they assign
   * results to calls. A new id consists of nine letters and digits, the only form that every server
   * accepts.
   */
  String unique(String received) {
    String id = received.length() > MAX_LENGTH ? "" : received;
    for (int i = taken.size() + 1; id.isBlank() || taken.contains(id); i++) {
      id = "call%05d".formatted(i);
    }
    taken.add(id);
    return id;
  }
}
