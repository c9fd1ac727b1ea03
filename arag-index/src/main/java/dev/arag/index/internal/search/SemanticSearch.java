package dev.arag.index.internal.search;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedding;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.scan.ParallelScan;
import dev.arag.index.internal.search.NearestSentences.Near;
import dev.arag.index.internal.vector.RowScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** Runs semantic searches for one or more queries. Immutable. */
public final class SemanticSearch {
  /**
   * The approximate size of a slice. A thread scans a slice in a few milliseconds, so interrupts,
   * which are checked between slices, take effect quickly.
   */
  private static final long SLICE_BYTES = 1 << 25;

  private final List<VectorSlice> slices;
  private final RowScan.Factory scans;

  public SemanticSearch(List<ScopedSegment> segments) {
    this(segments, SLICE_BYTES, RowScan::of);
  }

  public SemanticSearch(List<ScopedSegment> segments, long sliceBytes, RowScan.Factory scans) {
    slices = segments.stream().flatMap(segment -> VectorSlice.of(segment, sliceBytes)).toList();
    this.scans = scans;
  }

  /** Returns whether the scan is long enough to use more than one thread. */
  boolean isLong() {
    return slices.size() > 1;
  }

  /**
   * Searches for all queries together. Long scans use helper threads, which do not change the
   * result.
   *
   * @return the hits of each query, in the order of the queries
   * @throws dev.arag.core.error.CorpusException if this thread is interrupted during a search with
   *     more than one slice; the interrupt flag stays set
   */
  public List<List<SemanticHit>> hits(List<EmbeddedQuery> queries) {
    List<List<SemanticHit>> hits = new ArrayList<>();
    for (int i = 0; i < queries.size(); i += RowScan.MAX_QUERIES) {
      int end = Math.min(queries.size(), i + RowScan.MAX_QUERIES);
      List<EmbeddedQuery> some = queries.subList(i, end);
      List<NearestSentences> nearest = some.stream().map(EmbeddedQuery::nearest).toList();
      for (NearestSentences found : scan(some, nearest)) {
        hits.add(hits(found, queries.get(hits.size())));
      }
    }
    return hits;
  }

  private List<NearestSentences> scan(List<EmbeddedQuery> queries, List<NearestSentences> nearest) {
    List<Embedding> embeddings = queries.stream().map(EmbeddedQuery::embedding).toList();
    RowScan scan = scans.of(embeddings, slices.stream().mapToLong(VectorSlice::rows).sum());
    ParallelScan.run(
            slices.size(),
            () -> nearest.stream().map(NearestSentences::forAnotherThread).toList(),
            (found, number) -> slices.get(number).scan(scan, found),
            Interruptions::check)
        .forEach(found -> addAll(nearest, found));
    return nearest;
  }

  private static void addAll(List<NearestSentences> nearest, List<NearestSentences> found) {
    for (int i = 0; i < nearest.size(); i++) {
      nearest.get(i).addAll(found.get(i));
    }
  }

  private List<SemanticHit> hits(NearestSentences nearest, EmbeddedQuery query) {
    return query.considersAll() ? allHits(nearest, query) : consideredHits(nearest, query);
  }

  /**
   * Searches again for twice as many sentences while the query does not consider enough of those
   * found.
   */
  private List<SemanticHit> consideredHits(NearestSentences first, EmbeddedQuery query) {
    NearestSentences nearest = first;
    long wanted = query.firstWantedSentences();
    while (true) {
      List<Near> sentences = nearest.sentences();
      SemanticRanking ranking = query.ranking();
      if (!addAll(sentences, ranking, new HashMap<>()) || sentences.size() < wanted) {
        return ranking.hits();
      }
      wanted *= 2;
      nearest = scan(List.of(query), List.of(query.nearest(wanted))).get(0);
    }
  }

  private static List<SemanticHit> allHits(NearestSentences nearest, EmbeddedQuery query) {
    Map<ChunkRef, Chunk> read = new HashMap<>();
    SemanticRanking ranking = query.ranking();
    if (addAll(nearest.sentences(), ranking, read)) {
      addAll(otherSentences(nearest), ranking, read);
    }
    return ranking.hits();
  }

  /** Adds sentences to a ranking and returns whether more sentences can change the result. */
  private static boolean addAll(
      List<Near> bestFirst, SemanticRanking ranking, Map<ChunkRef, Chunk> read) {
    for (Near near : bestFirst) {
      Chunk chunk = read.computeIfAbsent(near.chunk(), ChunkRef::read);
      if (!ranking.add(chunk, hit(near, chunk))) {
        return false;
      }
    }
    return true;
  }

  /** Scores all sentences of the best chunks that are not among the nearest, best first. */
  private static List<Near> otherSentences(NearestSentences nearest) {
    Set<Near> known = Set.copyOf(nearest.sentences());
    return nearest.chunks().stream()
        .flatMap(chunk -> rows(chunk).mapToObj(row -> nearest.score(chunk, row)))
        .filter(near -> !known.contains(near))
        .sorted(Near.BEST_FIRST)
        .toList();
  }

  private static LongStream rows(ChunkRef ref) {
    ChunksReader chunks = ref.segment().chunks();
    return LongStream.range(
        chunks.firstSentence(ref.chunk()), chunks.firstSentence(ref.chunk() + 1));
  }

  private static SentenceHit hit(Near near, Chunk chunk) {
    ChunkRef ref = near.chunk();
    long first = ref.segment().chunks().firstSentence(ref.chunk());
    return new SentenceHit(chunk.sentences().get((int) (near.row() - first)), near.score());
  }
}
