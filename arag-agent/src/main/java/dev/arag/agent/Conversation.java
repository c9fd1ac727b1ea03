package dev.arag.agent;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ValidHistory;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/** A request as a strategy asked for it. */
record Conversation(List<Message> messages, Toolbox offered) {
  Conversation {
    messages = List.copyOf(messages);
  }

  /** As every server takes it. */
  Conversation valid() {
    return new Conversation(ValidHistory.of(messages), offered);
  }

  Conversation with(Message message) {
    List<Message> longer = new ArrayList<>(messages);
    longer.add(message);
    return new Conversation(longer, offered);
  }

  boolean holds(String text) {
    return messages.stream().anyMatch(message -> message.text().contains(text));
  }
}
