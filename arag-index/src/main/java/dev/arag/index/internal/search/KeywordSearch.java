package dev.arag.index.internal.search;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordRanking;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.file.Remedy;
import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.scan.ParallelScan;
import java.util.List;
import java.util.Set;

/** Runs keyword searches that return one slice of hits. Immutable. */
public final class KeywordSearch {
  /**
   * The approximate size of a slice. A thread scans a slice in a few milliseconds, so interrupts,
   * which are checked between slices, take effect quickly.
   */
  private static final long SLICE_BYTES = 1 << 22;

  private final List<ScopedSegment> segments;
  private final int topK;
  private final int offset;
  private final long sliceBytes;

  public KeywordSearch(List<ScopedSegment> segments, int topK, int offset) {
    this(segments, topK, offset, SLICE_BYTES);
  }

  public KeywordSearch(List<ScopedSegment> segments, int topK, int offset, long sliceBytes) {
    this.segments = segments;
    this.topK = topK;
    this.offset = offset;
    this.sliceBytes = sliceBytes;
  }

  /**
   * Searches for keywords. Long scans use helper threads, which do not change the result. If
   * keywords have no hit, the search is repeated with diacritics ignored for these keywords.
   *
   * @throws dev.arag.core.error.CorpusException if this thread is interrupted during a search with
   *     more than one slice; the interrupt flag stays set
   */
  public KeywordHits hits(KeywordQuery query) {
    KeywordHits hits = search(query);
    Set<String> missing = hits.withoutHit();
    return missing.isEmpty() || (hits.total() > 0 && isWithoutHit(query, missing))
        ? hits
        : search(query.withoutDiacritics(missing));
  }

  /**
   * Returns whether the missing keywords have no hit even if diacritics are ignored. Searching for
   * them alone is cheaper than repeating the whole search.
   */
  private boolean isWithoutHit(KeywordQuery query, Set<String> missing) {
    KeywordQuery alone =
        KeywordQuery.of(missing, query.rules())
            .exclude(query.excluded())
            .withoutDiacritics(missing);
    return new KeywordSearch(segments, 1, 0, sliceBytes).search(alone).total() == 0;
  }

  private KeywordHits search(KeywordQuery query) {
    List<KeywordSlice> slices =
        segments.stream()
            .flatMap(
                scoped ->
                    KeywordSlice.of(
                        scoped,
                        new SegmentKeywords(query, scoped.segment().keywords(), scoped.allowed()),
                        sliceBytes))
            .toList();
    // To start a thread takes longer than a short scan.
    long bytes = slices.stream().mapToLong(KeywordSlice::bytes).sum();
    List<List<KeywordSlice>> tasks =
        bytes < sliceBytes / 16 ? List.of(slices) : slices.stream().map(List::of).toList();
    KeywordRanking<ChunkRef> all = new KeywordRanking<>(query, ChunkRef.CORPUS_ORDER, topK, offset);
    ParallelScan.run(
            tasks.size(),
            () -> new KeywordCollector(query, topK, offset),
            (collector, number) -> tasks.get(number).forEach(collector::search),
            Interruptions::check)
        .forEach(collector -> collector.rankings().forEach(all::addAll));
    return all.hits(chunks(), ref -> match(query, ref.read()));
  }

  private long chunks() {
    return segments.stream().mapToLong(ScopedSegment::chunks).sum();
  }

  private static KeywordMatch match(KeywordQuery query, Chunk chunk) {
    return query
        .match(chunk)
        .orElseThrow(
            () ->
                new CorruptIndexException(
                    "The normalized text of the chunk %s does not match its text. %s"
                        .formatted(chunk.id(), Remedy.REBUILD)));
  }
}
