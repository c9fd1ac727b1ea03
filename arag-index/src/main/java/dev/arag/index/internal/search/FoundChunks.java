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

/** What one thread finds in a search for keywords. */
final class FoundChunks {
  private final KeywordScan scan;
  private final Function<Segment, KeywordRanking<ChunkPlace>> newRanking;
  private final Map<Segment, KeywordRanking<ChunkPlace>> rankings = new HashMap<>();
  private final GroupChunks inScope = new GroupChunks();

  FoundChunks(KeywordQuery query, int topK, int offset) {
    scan = new KeywordScan(query);
    newRanking = segment -> new KeywordRanking<>(query, ChunkPlace.CORPUS_ORDER, topK, offset);
  }

  /** The chunk that was found last, so that common words need no object for each. */
  private static final class Current implements KeywordRanking.Place<ChunkPlace> {
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
    public boolean isBefore(ChunkPlace other) {
      return ChunkPlace.compare(segment, number, other) < 0;
    }

    @Override
    public ChunkPlace chunk() {
      return new ChunkPlace(segment, number);
    }
  }

  void search(KeywordSlice slice) {
    Segment segment = slice.scoped().segment();
    Current current = new Current(segment);
    KeywordRanking<ChunkPlace> ranking = rankings.computeIfAbsent(segment, newRanking);
    KeywordScan.Matches matches = matches(ranking, current);
    for (int group = slice.firstGroup(); group < slice.endGroup(); group++) {
      markInScope(slice.scoped(), group);
      scan.search(segment.keywords(), group, inScope, matches);
    }
  }

  private static KeywordScan.Matches matches(KeywordRanking<ChunkPlace> ranking, Current current) {
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
    scoped.forEachRun(
        first, texts.endChunk(group), (start, end) -> inScope.add(start - first, end - first));
  }

  /** One for each segment: the order of chunks of several costs more to tell. */
  Collection<KeywordRanking<ChunkPlace>> rankings() {
    return rankings.values();
  }
}
