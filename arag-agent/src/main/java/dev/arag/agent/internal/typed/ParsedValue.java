package dev.arag.agent.internal.typed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record that a model filled in.
 *
 * @param texts its texts, numbers and dates as the model wrote them, by their path in the record,
 *     such as {@code items[2].price}, in its order
 */
public record ParsedValue<T>(T value, Map<String, String> texts) {
  public ParsedValue {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }
}
