package dev.arag.agent.internal.concurrent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache of values by name, created on first use. Beyond 256 names the least recently used one is
 * removed. Thread-safe.
 *
 * @param <V> a thread-safe type
 */
public final class LruCache<V> {
  private static final int MAX_SIZE = 256;

  private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private final Function<String, V> factory;

  /**
   * @param factory creates the value of a name
   */
  public LruCache(Function<String, V> factory) {
    this.factory = factory;
  }

  /** The value of a name; the same one until it is removed. */
  public synchronized V of(String name) {
    V value = values.computeIfAbsent(name, factory);
    if (values.size() > MAX_SIZE) {
      values.remove(values.keySet().iterator().next());
    }
    return value;
  }
}
