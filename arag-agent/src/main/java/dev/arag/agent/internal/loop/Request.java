package dev.arag.agent.internal.loop;

import dev.arag.agent.internal.model.HistoryNormalizer;
import dev.arag.agent.model.Message;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a request to a model, and the tools that the request offers.
 *
 * @param offered the tools the model may call
 */
public record Request(List<Message> messages, Toolbox offered) {
  public Request {
    messages = List.copyOf(messages);
  }

  /** Returns a copy whose history is normalized to a form that every server accepts. */
  public Request normalize() {
    return new Request(HistoryNormalizer.of(messages), offered);
  }

  public Request with(Message message) {
    List<Message> longer = new ArrayList<>(messages);
    longer.add(message);
    return new Request(longer, offered);
  }

  boolean contains(String text) {
    return messages.stream().anyMatch(message -> message.text().contains(text));
  }
}
