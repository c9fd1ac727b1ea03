package dev.arag.index.internal.search;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordRanking;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.keyword.KeywordScan;
import dev.arag.index.internal.keyword.SegmentKeywords;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Collects the keyword matches that one thread finds. */
final class KeywordCollector {
  private final Function<Segment, KeywordRanking<ChunkRef>> newRanking;
  private final Map<Segment, KeywordRanking<ChunkRef>> rankings = new HashMap<>();
  private final Map<SegmentKeywords, KeywordScan> scans = new HashMap<>();

  KeywordCollector(KeywordQuery query, int topK, int offset) {
    newRanking = segment -> new KeywordRanking<>(query, ChunkRef.CORPUS_ORDER, topK, offset);
  }

  /**
   * The most recent matching chunk. One mutable object is reused, because allocating an object for
   * each match would be slow for common words.
   */
  private static final class Current implements KeywordRanking.Place<ChunkRef> {
    private final Segment segment;
    private int number;

    Current(Segment segment) {
      this.segment = segment;
    }

    Current at(int chunk) {
      number = chunk;
      return this;
    }

    @Override
    public boolean isBefore(ChunkRef other) {
      return ChunkRef.compare(segment, number, other) < 0;
    }

    @Override
    public ChunkRef chunk() {
      return new ChunkRef(segment, number);
    }
  }

  void search(KeywordSlice slice) {
    Segment segment = slice.scoped().segment();
    Current current = new Current(segment);
    KeywordRanking<ChunkRef> ranking = rankings.computeIfAbsent(segment, newRanking);
    scans
        .computeIfAbsent(slice.keywords(), KeywordScan::new)
        .search(
            slice.firstChunk(),
            slice.endChunk(),
            (occurrences, chunk) -> ranking.add(current.at(chunk), occurrences));
  }

  /**
   * Returns one ranking per segment. A common ranking would be slower because it would compare
   * chunks across segments.
   */
  Collection<KeywordRanking<ChunkRef>> rankings() {
    return rankings.values();
  }
}
