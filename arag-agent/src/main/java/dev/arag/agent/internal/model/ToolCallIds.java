package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The ids of the tool calls of one conversation: none is missing, none is there twice. */
final class ToolCallIds {
  private static final int LONGEST = 10_000;

  private final Set<String> taken = new HashSet<>();

  ToolCallIds(List<Message> conversation) {
    for (Message message : conversation) {
      if (message instanceof Message.Assistant assistant) {
        assistant.calls().forEach(call -> taken.add(call.id()));
      }
    }
  }

  /**
   * Results are paired with calls by id, so one that is missing, repeated or endless is replaced. A
   * new one has nine letters and digits, the only form that every server takes.
   */
  String own(String received) {
    String id = received.length() > LONGEST ? "" : received;
    for (int i = taken.size() + 1; id.isBlank() || taken.contains(id); i++) {
      id = "call%05d".formatted(i);
    }
    taken.add(id);
    return id;
  }
}
