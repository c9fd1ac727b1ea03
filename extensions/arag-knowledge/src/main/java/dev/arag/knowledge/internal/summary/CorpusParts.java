package dev.arag.knowledge.internal.summary;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.MentionSource;
import dev.arag.knowledge.internal.summary.Communities.Community;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the latest corpora and scopes that have summaries. A run reads all chunks only if
 * the index has changed since. The JVM may remove the parts if memory is short. Thread-safe.
 */
public final class CorpusParts {
  private final Cache<Unit> documents = new Cache<>();
  private final Cache<Community> communities = new Cache<>();

  /** Returns {@link SummaryTree#of}. */
  List<Unit> documents(Catalogue corpus) {
    return documents.get(corpus.version(), () -> SummaryTree.of(corpus));
  }

  /** Returns {@link Communities#of}. */
  List<Community> communities(MentionSource mentions) {
    return mentions.corpus() instanceof Catalogue corpus
        ? communities.get(corpus.version(), () -> Communities.of(mentions))
        : Communities.of(mentions);
  }

  /** The latest lists. */
  private static final class Cache<T> {
    private static final int SIZE = 8;

    private final Map<Object, SoftReference<List<T>>> latest =
        new LinkedHashMap<>(SIZE, 0.75f, true);

    List<T> get(Optional<Object> version, Supplier<List<T>> compute) {
      List<T> known = version.map(this::find).orElse(null);
      if (known != null) {
        return known;
      }
      List<T> computed = compute.get();
      version.ifPresent(each -> put(each, computed));
      return computed;
    }

    private synchronized @Nullable List<T> find(Object version) {
      SoftReference<List<T>> found = latest.get(version);
      return found == null ? null : found.get();
    }

    private synchronized void put(Object version, List<T> computed) {
      latest.put(version, new SoftReference<>(computed));
      while (latest.size() > SIZE) {
        latest.remove(latest.keySet().iterator().next());
      }
    }
  }
}
