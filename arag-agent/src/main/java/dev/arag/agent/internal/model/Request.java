package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a request to a model, and the tools that the request offers.
 *
 * @param mayCall whether the model may call the tools. A request that forbids it still offers them,
 *     because its history refers to them
 * @param format the JSON object that the model must reply; {@link Format#NONE} for text
 */
public record Request(List<Message> messages, Toolbox offered, boolean mayCall, Format format) {
  /**
   * The form of a reply.
   *
   * @param name the name of the form; empty for text
   * @param schema a JSON schema of type object
   */
  public record Format(String name, String schema) {
    public static final Format NONE = new Format("", "");
  }

  public Request {
    messages = List.copyOf(messages);
  }

  /** Creates a request whose reply is text or, if tools are offered, tool calls. */
  public Request(List<Message> messages, Toolbox offered) {
    this(messages, offered, true, Format.NONE);
  }

  /** Returns a copy whose history is normalized to a form that every server accepts. */
  public Request normalize() {
    return with(HistoryNormalizer.of(messages));
  }

  public Request with(List<Message> others) {
    return new Request(others, offered, mayCall, format);
  }

  public Request with(Message message) {
    List<Message> longer = new ArrayList<>(messages);
    longer.add(message);
    return with(longer);
  }

  /** Returns a copy in which the model must not call a tool. */
  public Request withoutCalls() {
    return new Request(messages, offered, false, format);
  }

  public Request with(Format other) {
    return new Request(messages, offered, mayCall, other);
  }

  /** Whether the model may call a tool. */
  public boolean isCallPossible() {
    return mayCall && !offered.tools().isEmpty();
  }

  public boolean contains(String text) {
    return messages.stream().anyMatch(message -> message.text().contains(text));
  }
}
