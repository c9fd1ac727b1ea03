package dev.arag.agent.typed;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A form that was filled in.
 *
 * @param texts its texts, numbers and dates as they were written, by where they are in it, such as
 *     {@code items[2].price}, in its order
 */
public record Filled<T>(T value, Map<String, String> texts) {
  public Filled {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }
}
