package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Reciprocal rank fusion of several rankings of chunks. */
public final class RankFusion {
  private static final int RANK_CONSTANT = 60;

  private RankFusion() {}

  /**
   * Fuses rankings. The score of a chunk is the sum of {@code 1 / (60 + rank)} over the rankings
   * that contain it; the first rank is 1. Chunks with equal scores are in the order in which they
   * first occur: by the first ranking that contains them, then by their rank in it.
   *
   * @param rankings the rankings, best chunk first; of repeated chunks, only the first one counts
   * @param k the maximum number of chunks to return, at least 1
   * @return the best chunks of all rankings, best first
   */
  public static List<ChunkId> fuse(List<List<ChunkId>> rankings, int k) {
    requireNonNull(rankings, "rankings");
    if (k < 1) {
      throw new IllegalArgumentException("k must be >= 1, was " + k);
    }
    Map<ChunkId, Double> scores = new LinkedHashMap<>();
    rankings.forEach(ranking -> add(new LinkedHashSet<>(ranking), scores));
    return scores.entrySet().stream()
        .sorted(Map.Entry.<ChunkId, Double>comparingByValue().reversed())
        .limit(k)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void add(Iterable<ChunkId> ranking, Map<ChunkId, Double> scores) {
    int rank = 1;
    for (ChunkId chunk : ranking) {
      scores.merge(requireNonNull(chunk, "chunk"), 1.0 / (RANK_CONSTANT + rank++), Double::sum);
    }
  }
}
