package dev.arag.agent.internal.typed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record whose values a model provided.
 *
 * @param texts the strings, numbers, and dates of the record as the model wrote them, in the order
 *     of the record. The key is the path in the record, such as {@code items[2].price}.
 */
public record ParsedValue<T>(T value, Map<String, String> texts) {
  public ParsedValue {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }
}
