package dev.arag.index.internal.search;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordRanking;
import dev.arag.core.corpus.Occurrences;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.keyword.GroupChunks;
import dev.arag.index.internal.keyword.KeywordReader;
import dev.arag.index.internal.keyword.KeywordScan;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Collects the keyword matches that one thread finds. */
final class KeywordCollector {
  private final KeywordScan scan;
  private final Function<Segment, KeywordRanking<ChunkRef>> newRanking;
  private final Map<Segment, KeywordRanking<ChunkRef>> rankings = new HashMap<>();
  private final GroupChunks inScope = new GroupChunks();

  KeywordCollector(KeywordQuery query, int topK, int offset) {
    scan = new KeywordScan(query);
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
    KeywordScan.Matches matches = matches(ranking, current);
    for (int group = slice.firstGroup(); group < slice.endGroup(); group++) {
      markInScope(slice.scoped(), group);
      scan.search(segment.keywords(), group, inScope, matches);
    }
  }

  private static KeywordScan.Matches matches(KeywordRanking<ChunkRef> ranking, Current current) {
    return new KeywordScan.Matches() {
      @Override
      public void add(int chunk, Occurrences occurrences) {
        ranking.add(current.at(chunk), occurrences);
      }

      @Override
      public boolean needsCounts(Occurrences occurrences) {
        return ranking.needsCounts(occurrences);
      }
    };
  }

  private void markInScope(ScopedSegment scoped, int group) {
    KeywordReader texts = scoped.segment().keywords();
    int first = texts.firstChunk(group);
    inScope.clear();
    scoped.forEachRange(
        first, texts.endChunk(group), (start, end) -> inScope.add(start - first, end - first));
  }

  /**
   * Returns one ranking per segment. A common ranking would be slower because it would compare
   * chunks across segments.
   */
  Collection<KeywordRanking<ChunkRef>> rankings() {
    return rankings.values();
  }
}
