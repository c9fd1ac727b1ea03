package dev.arag.index;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticRanking;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.scan.SharedScan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One search by meaning. For one thread. */
final class SemanticSearch {
  /** As many sentences per wanted chunk as the ranking looks at. */
  private static final int SENTENCES_PER_CHUNK = 3;

  /** What a thread scans in some milliseconds; an interrupt is seen after that. */
  private static final long SLICE_BYTES = 1 << 22;

  private final SemanticRanking ranking;
  private final long wantedChunks;
  private final long sliceBytes;
  private final NearestSentences nearest;
  private final Map<ChunkPlace, Chunk> read = new HashMap<>();

  SemanticSearch(int topK, int offset) {
    this(topK, offset, SLICE_BYTES);
  }

  SemanticSearch(int topK, int offset, long sliceBytes) {
    ranking = new SemanticRanking(topK, offset);
    wantedChunks = (long) topK + offset;
    this.sliceBytes = sliceBytes;
    nearest = nearest();
  }

  private NearestSentences nearest() {
    return new NearestSentences(SENTENCES_PER_CHUNK * wantedChunks, wantedChunks);
  }

  /**
   * Scans segments, with the help of other threads where there is much to scan. The result does not
   * depend on them.
   *
   * @throws dev.arag.core.error.CorpusException if this thread is interrupted and there is more
   *     than one slice; it stays so
   */
  void scan(List<ScopedSegment> segments, Embedding query) {
    List<ScanSlice> slices =
        segments.stream().flatMap(segment -> ScanSlice.of(segment, sliceBytes)).toList();
    SharedScan.run(
            slices.size(),
            this::nearest,
            (found, number) -> found.scan(slices.get(number), query),
            Interruption::check)
        .forEach(nearest::addAll);
  }

  List<SemanticHit> hits() {
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
