package dev.arag.agent;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ValidHistory;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/** A request as a strategy asked for it. */
record Request(List<Message> messages, Toolbox offered) {
  Request {
    messages = List.copyOf(messages);
  }

  /** As every server takes it. */
  Request valid() {
    return new Request(ValidHistory.of(messages), offered);
  }

  Request with(Message message) {
    List<Message> longer = new ArrayList<>(messages);
    longer.add(message);
    return new Request(longer, offered);
  }

  boolean holds(String text) {
    return messages.stream().anyMatch(message -> message.text().contains(text));
  }
}
