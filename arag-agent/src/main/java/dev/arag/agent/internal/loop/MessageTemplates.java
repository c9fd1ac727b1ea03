package dev.arag.agent.internal.loop;

import dev.arag.agent.spi.LoopMessage;
import java.util.EnumMap;
import java.util.Map;

/**
 * The texts of the loop's messages. The configuration of an agent can replace the default texts.
 * Immutable.
 */
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
   * Returns the user message for a question.
   *
   * @param fields the fields of the requested record; empty if text is requested
   * @param isAfterClosingCall whether the last request of the conversation forbade tool calls
   */
  public String question(String question, String fields, boolean isAfterClosingCall) {
    String full =
        fields.isEmpty()
            ? question
            : of(LoopMessage.FIELDS, "fields", fields).replace("{question}", question);
    return isAfterClosingCall ? of(LoopMessage.NEXT_QUESTION, "question", full) : full;
  }

  /**
   * Returns a message in which a value replaces one placeholder.
   *
   * @param name the placeholder, without its braces
   */
  public String of(LoopMessage message, String name, Object value) {
    return of(message).replace("{" + name + "}", String.valueOf(value));
  }
}
