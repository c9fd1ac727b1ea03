package dev.arag.agent.internal.loop;

import dev.arag.agent.internal.model.HistoryNormalizer;
import dev.arag.agent.model.Message;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/** A request as a strategy asked for it. */
public record Request(List<Message> messages, Toolbox offered) {
  public Request {
    messages = List.copyOf(messages);
  }

  /** As every server takes it. */
  public Request valid() {
    return new Request(HistoryNormalizer.of(messages), offered);
  }

  public Request with(Message message) {
    List<Message> longer = new ArrayList<>(messages);
    longer.add(message);
    return new Request(longer, offered);
  }

  boolean holds(String text) {
    return messages.stream().anyMatch(message -> message.text().contains(text));
  }
}
