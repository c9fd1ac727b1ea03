package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reciprocal rank fusion of the hits of several searches. */
final class FusedHits {
  private FusedHits() {}

  /**
   * Returns the best hits of all lists. A chunk in several lists has the sentences of the first
   * list that contains it.
   */
  static List<? extends Hit> of(List<? extends List<? extends Hit>> lists, int k) {
    Map<ChunkId, Hit> byChunk = new HashMap<>();
    lists.forEach(hits -> hits.forEach(hit -> byChunk.putIfAbsent(hit.chunkId(), hit)));
    List<List<ChunkId>> rankings =
        lists.stream().map(hits -> hits.stream().<ChunkId>map(Hit::chunkId).toList()).toList();
    return ChunkRanking.fuse(rankings, k).stream()
        .flatMap(chunk -> Stream.ofNullable(byChunk.get(chunk)))
        .toList();
  }
}
