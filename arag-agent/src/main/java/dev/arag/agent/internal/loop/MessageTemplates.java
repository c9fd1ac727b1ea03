package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import java.util.EnumMap;
import java.util.Map;

/** The texts of the loop as an agent has them. Immutable. */
public final class MessageTemplates {
  private final Map<LoopMessage, String> texts = new EnumMap<>(LoopMessage.class);

  public MessageTemplates(Map<LoopMessage, String> replaced) {
    for (LoopMessage text : LoopMessage.values()) {
      String own = replaced.get(text);
      texts.put(text, own == null ? text.byDefault() : own);
    }
  }

  public String of(LoopMessage text) {
    return texts.getOrDefault(text, "");
  }

  /**
   * A question as the model is asked it.
   *
   * @param fields of the value that is asked for; empty if only words are
   * @param wereCallsOver whether it was last told that no tool may be called any more
   */
  public String asked(String question, String fields, boolean wereCallsOver) {
    String full =
        fields.isEmpty()
            ? question
            : of(LoopMessage.FIELDS, "fields", fields).replace("{question}", question);
    return wereCallsOver ? of(LoopMessage.NEXT_QUESTION, "question", full) : full;
  }

  /**
   * A text with one value filled in.
   *
   * @param name the word in braces
   */
  public String of(LoopMessage text, String name, Object value) {
    return of(text).replace("{" + name + "}", String.valueOf(value));
  }
}
