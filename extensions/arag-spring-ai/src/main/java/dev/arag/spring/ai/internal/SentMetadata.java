package dev.arag.spring.ai.internal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the metadata of the last messages of a model. Some providers require it with the next
 * request, such as signatures of the reasoning, and some of its values are objects of Spring AI,
 * which a trajectory cannot contain. Attributes contain the other values. Thread-safe.
 */
final class SentMetadata {
  private static final String NUMBER = "arag.message";
  private static final int MAX_KEPT = 1_000;

  private final AtomicLong last = new AtomicLong();
  private final Map<String, Map<String, Object>> kept =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, Object>> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /** Returns what a trajectory can contain of the metadata of a received message. */
  Map<String, Object> attributes(Map<String, Object> metadata) {
    Map<String, Object> attributes = new HashMap<>(metadata);
    attributes.values().removeIf(value -> !isJson(value));
    if (attributes.size() < metadata.size()) {
      String number = Long.toString(last.incrementAndGet());
      attributes.put(NUMBER, number);
      synchronized (kept) {
        kept.put(number, Map.copyOf(metadata));
      }
    }
    return attributes;
  }

  /** Returns the metadata for a message with these attributes that is sent back. */
  Map<String, Object> received(Map<String, Object> attributes) {
    Map<String, Object> metadata = new HashMap<>(attributes);
    Object number = metadata.remove(NUMBER);
    synchronized (kept) {
      Map<String, Object> whole = kept.get(String.valueOf(number));
      if (whole != null && whole.entrySet().containsAll(metadata.entrySet())) {
        metadata.putAll(whole);
      }
    }
    return metadata;
  }

  private static boolean isJson(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(SentMetadata::isJson);
    }
    if (value instanceof Map<?, ?> map) {
      return map.keySet().stream().allMatch(String.class::isInstance)
          && map.values().stream().allMatch(SentMetadata::isJson);
    }
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }
}
