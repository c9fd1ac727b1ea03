package dev.arag.agent.internal.concurrent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Something for each name, made when it is first asked for. Of more than 256 names the one that was
 * not asked for the longest is forgotten. Safe for use by several threads.
 *
 * @param <V> is safe for use by several threads
 */
public final class LruCache<V> {
  private static final int MOST = 256;

  private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private final Function<String, V> maker;

  /**
   * @param maker makes what there is for a name
   */
  public LruCache(Function<String, V> maker) {
    this.maker = maker;
  }

  /** The same for the same name, as long as it is not forgotten. */
  public synchronized V of(String name) {
    V value = values.computeIfAbsent(name, maker);
    if (values.size() > MOST) {
      values.remove(values.keySet().iterator().next());
    }
    return value;
  }
}
