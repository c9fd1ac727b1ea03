package dev.arag.core.internal.query;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Reciprocal rank fusion (Cormack et al., SIGIR 2009). */
public final class RankFusion {
  /** The constant of the paper. It limits the effect of the first ranks. */
  private static final int K = 60;

  /** The constant of a search by meaning and by keywords, of which the first ranks count more. */
  private static final int HYBRID_K = 10;

  private RankFusion() {}

  /** Returns how many items each ranking contributes to the best {@code k}: three times as many. */
  public static int candidates(int k) {
    return (int) Math.min(3L * k, Integer.MAX_VALUE);
  }

  private record Fused<T>(T item, int rank, double score) {
    Fused<T> add(Fused<T> other) {
      Fused<T> higher = other.rank < rank ? other : this;
      return new Fused<>(higher.item, higher.rank, score + other.score);
    }
  }

  /**
   * Fuses rankings. The score of an item is the sum of {@code 1 / (60 + rank)} over the rankings
   * that contain it; the first rank is 1. Items with equal scores are ordered by the first ranking
   * that contains them, then by their rank in this ranking.
   *
   * @param rankings the rankings, best first; if one repeats an item, only the first occurrence
   *     counts
   * @param key items are the same if their keys are equal; of these, the one with the best rank is
   *     returned, or the one of the first ranking if the ranks are equal
   * @param k the maximum number of items to return, at least 1
   */
  public static <T> List<T> fuse(
      List<? extends List<? extends T>> rankings, Function<T, ?> key, int k) {
    return fuse(rankings, key, item -> 1, K, k);
  }

  /**
   * Fuses a ranking by meaning and one by keywords, as {@code Corpus.search} describes.
   *
   * @param share the share of the keywords that an item contains; 1 for the ranking by meaning
   */
  public static <T> List<T> hybrid(
      List<? extends T> byMeaning,
      List<? extends T> byKeywords,
      Function<T, ?> key,
      ToDoubleFunction<T> share,
      int k) {
    return fuse(List.of(byMeaning, byKeywords), key, share, HYBRID_K, k);
  }

  private static <T> List<T> fuse(
      List<? extends List<? extends T>> rankings,
      Function<T, ?> key,
      ToDoubleFunction<T> weight,
      int constant,
      int k) {
    requireNonNull(rankings, "rankings");
    if (k < 1) {
      throw new IllegalArgumentException("k must be >= 1, was " + k);
    }
    Map<Object, Fused<T>> fused = new LinkedHashMap<>();
    for (List<? extends T> ranking : rankings) {
      Set<Object> seen = new HashSet<>();
      for (T item : ranking) {
        Object id = key.apply(requireNonNull(item, "item"));
        if (seen.add(id)) {
          double score = weight.applyAsDouble(item) / (constant + seen.size());
          fused.merge(id, new Fused<>(item, seen.size(), score), Fused::add);
        }
      }
    }
    return fused.values().stream()
        .sorted(Comparator.<Fused<T>>comparingDouble(Fused::score).reversed())
        .limit(k)
        .map(Fused::item)
        .toList();
  }
}
