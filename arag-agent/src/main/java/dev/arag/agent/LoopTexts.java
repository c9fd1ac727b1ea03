package dev.arag.agent;

import java.util.EnumMap;
import java.util.Map;

/** The texts of the loop as an agent has them. Immutable. */
final class LoopTexts {
  private final Map<LoopText, String> texts = new EnumMap<>(LoopText.class);

  LoopTexts(Map<LoopText, String> replaced) {
    for (LoopText text : LoopText.values()) {
      String own = replaced.get(text);
      texts.put(text, own == null ? text.byDefault() : own);
    }
  }

  String of(LoopText text) {
    return texts.getOrDefault(text, "");
  }

  /**
   * A question as the model is asked it.
   *
   * @param fields of the value that is asked for; empty if only words are
   * @param wereCallsOver whether it was last told that no tool may be called any more
   */
  String asked(String question, String fields, boolean wereCallsOver) {
    String full =
        fields.isEmpty()
            ? question
            : of(LoopText.FIELDS, "fields", fields).replace("{question}", question);
    return wereCallsOver ? of(LoopText.NEXT_QUESTION, "question", full) : full;
  }

  /**
   * A text with one value filled in.
   *
   * @param name the word in braces
   */
  String of(LoopText text, String name, Object value) {
    return of(text).replace("{" + name + "}", String.valueOf(value));
  }
}
