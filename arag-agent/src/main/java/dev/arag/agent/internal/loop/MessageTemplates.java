package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import java.util.EnumMap;
import java.util.Map;

/** The messages of the loop, with the texts an agent was configured with. Immutable. */
public final class MessageTemplates {
  private final Map<LoopMessage, String> texts = new EnumMap<>(LoopMessage.class);

  public MessageTemplates(Map<LoopMessage, String> replacements) {
    for (LoopMessage message : LoopMessage.values()) {
      texts.put(message, replacements.getOrDefault(message, message.defaultText()));
    }
  }

  public String of(LoopMessage message) {
    return texts.getOrDefault(message, "");
  }

  /**
   * The user message for a question.
   *
   * @param fields the fields of the requested record; empty if text is requested
   * @param isAfterClosingCall whether the last message to the model forbade tool calls
   */
  public String question(String question, String fields, boolean isAfterClosingCall) {
    String full =
        fields.isEmpty()
            ? question
            : of(LoopMessage.FIELDS, "fields", fields).replace("{question}", question);
    return isAfterClosingCall ? of(LoopMessage.NEXT_QUESTION, "question", full) : full;
  }

  /**
   * A message with one value filled in.
   *
   * @param name the placeholder, without its braces
   */
  public String of(LoopMessage message, String name, Object value) {
    return of(message).replace("{" + name + "}", String.valueOf(value));
  }
}
