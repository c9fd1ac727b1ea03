package dev.arag.index.internal.search;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Adjacent chunks of a segment. A semantic search thread processes one slice at a time. */
record VectorSlice(ScopedSegment scoped, VectorReader vectors, int firstChunk, int endChunk) {
  /**
   * Returns all slices of a segment; empty if the segment has no vectors.
   *
   * @param bytes the approximate size of the vectors in each slice
   */
  static Stream<VectorSlice> of(ScopedSegment scoped, long bytes) {
    VectorReader vectors = scoped.segment().vectors();
    if (vectors == null) {
      return Stream.empty();
    }
    int chunks = scoped.segment().chunks().chunks();
    long parts = Math.max(1, vectors.rows() * vectors.dimension() * Float.BYTES / bytes);
    return LongStream.range(0, parts)
        .mapToObj(
            i ->
                new VectorSlice(
                    scoped, vectors, (int) (i * chunks / parts), (int) ((i + 1) * chunks / parts)));
  }

  /** Returns the number of rows, including rows that are not in scope. */
  long rows() {
    return chunks().firstSentence(endChunk) - chunks().firstSentence(firstChunk);
  }

  private ChunksReader chunks() {
    return scoped.segment().chunks();
  }

  /**
   * Scans the rows in scope.
   *
   * @param nearest the collectors of the results, one per query
   */
  void scan(RowScan scan, List<NearestSentences> nearest) {
    List<RowRange> ranges = new ArrayList<>();
    scoped.forEachRange(firstChunk, endChunk, (first, end) -> ranges.add(rows(first, end)));
    List<NearestSentences.ChunkRangeCollector> runs =
        nearest.stream().map(each -> each.run(scoped.segment(), firstChunk, endChunk)).toList();
    scan.scan(vectors, ranges, runs);
    runs.forEach(NearestSentences.ChunkRangeCollector::end);
  }

  private RowRange rows(int first, int end) {
    return new RowRange(chunks().firstSentence(first), chunks().firstSentence(end));
  }
}
