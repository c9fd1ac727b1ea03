package dev.arag.index;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticRanking;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.scan.SharedScan;
import dev.arag.index.internal.vector.RowScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A search by meaning, for one query or several at once. For one thread. */
final class SemanticSearch {
  /** As many sentences per wanted chunk as the ranking looks at. */
  private static final int SENTENCES_PER_CHUNK = 3;

  /** What a thread scans in some milliseconds; an interrupt is seen after that. */
  private static final long SLICE_BYTES = 1 << 24;

  private final List<SemanticRanking> rankings;
  private final long wantedChunks;
  private final long sliceBytes;
  private final RowScan.Choice scans;
  private final Map<ChunkPlace, Chunk> read = new HashMap<>();

  SemanticSearch(int queries, int topK, int offset) {
    this(queries, topK, offset, SLICE_BYTES, RowScan::of);
  }

  SemanticSearch(int queries, int topK, int offset, long sliceBytes, RowScan.Choice scans) {
    rankings = Stream.generate(() -> new SemanticRanking(topK, offset)).limit(queries).toList();
    wantedChunks = (long) topK + offset;
    this.sliceBytes = sliceBytes;
    this.scans = scans;
  }

  /**
   * Scans segments for as many queries as were announced, with the help of other threads where
   * there is much to scan. The result does not depend on them.
   *
   * @return the hits of each query
   * @throws dev.arag.core.error.CorpusException if this thread is interrupted and there is more
   *     than one slice; it stays so
   */
  List<List<SemanticHit>> search(List<ScopedSegment> segments, List<Embedding> queries) {
    List<List<SemanticHit>> hits = new ArrayList<>();
    for (int i = 0; i < queries.size(); i += RowScan.MOST_QUERIES) {
      int end = Math.min(queries.size(), i + RowScan.MOST_QUERIES);
      for (NearestSentences nearest : scan(segments, queries.subList(i, end))) {
        hits.add(hits(nearest, rankings.get(hits.size())));
      }
    }
    return hits;
  }

  private List<NearestSentences> scan(List<ScopedSegment> segments, List<Embedding> queries) {
    List<ScanSlice> slices =
        segments.stream().flatMap(segment -> ScanSlice.of(segment, sliceBytes)).toList();
    RowScan scan = scans.of(queries, slices.stream().mapToLong(ScanSlice::rows).sum());
    List<NearestSentences> nearest = nearest(queries.size());
    SharedScan.run(
            slices.size(),
            () -> nearest(queries.size()),
            (found, number) -> slices.get(number).scan(scan, found),
            Interruption::check)
        .forEach(found -> addAll(nearest, found));
    return nearest;
  }

  private List<NearestSentences> nearest(int queries) {
    return Stream.generate(
            () -> new NearestSentences(SENTENCES_PER_CHUNK * wantedChunks, wantedChunks))
        .limit(queries)
        .toList();
  }

  private static void addAll(List<NearestSentences> nearest, List<NearestSentences> found) {
    for (int i = 0; i < nearest.size(); i++) {
      nearest.get(i).addAll(found.get(i));
    }
  }

  private List<SemanticHit> hits(NearestSentences nearest, SemanticRanking ranking) {
    for (NearestSentences.Near near : nearest.bestFirst()) {
      Chunk chunk = read.computeIfAbsent(near.place(), ChunkPlace::read);
      if (!ranking.add(chunk.id(), chunk.location(), hit(near, chunk))) {
        break;
      }
    }
    return ranking.hits();
  }

  private static SentenceHit hit(NearestSentences.Near near, Chunk chunk) {
    ChunkPlace place = near.place();
    long first = place.segment().chunks().firstSentence(place.chunk());
    return new SentenceHit(chunk.sentences().get((int) (near.row() - first)), near.score());
  }
}
