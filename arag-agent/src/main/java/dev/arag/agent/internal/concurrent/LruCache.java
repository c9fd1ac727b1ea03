package dev.arag.agent.internal.concurrent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache that maps names to values and creates each value on first use. If the cache exceeds 256
 * names, the least recently used name is removed. Thread-safe.
 *
 * @param <V> the type of the values; must be thread-safe
 */
public final class LruCache<V> {
  private static final int MAX_SIZE = 256;

  private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private final Function<String, V> factory;

  /**
   * @param factory creates the value for a name
   */
  public LruCache(Function<String, V> factory) {
    this.factory = factory;
  }

  /**
   * Returns the value for a name. Returns the same object on each call until the name is removed.
   */
  public synchronized V of(String name) {
    V value = values.computeIfAbsent(name, factory);
    if (values.size() > MAX_SIZE) {
      values.remove(values.keySet().iterator().next());
    }
    return value;
  }
}
