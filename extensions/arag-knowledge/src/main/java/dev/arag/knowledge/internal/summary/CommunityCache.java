package dev.arag.knowledge.internal.summary;

import dev.arag.core.corpus.MentionSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The communities of the latest corpora and scopes. A run still reads all chunks, to see whether
 * they are the same, but not their mentions. Thread-safe.
 */
public final class CommunityCache {
  private static final int SIZE = 8;

  private final Map<String, List<Communities.Community>> latest =
      new LinkedHashMap<>(SIZE, 0.75f, true);

  List<Communities.Community> of(MentionSource mentions) {
    Communities communities = Communities.read(mentions);
    String hash = communities.hash();
    synchronized (latest) {
      List<Communities.Community> known = latest.get(hash);
      if (known != null) {
        return known;
      }
    }
    List<Communities.Community> computed = communities.compute();
    synchronized (latest) {
      latest.put(hash, computed);
      while (latest.size() > SIZE) {
        latest.remove(latest.keySet().iterator().next());
      }
    }
    return computed;
  }
}
