package dev.arag.index.internal.search;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Neighbouring chunks of a segment, as many as one thread scans at a time. */
record ScanSlice(ScopedSegment scoped, VectorReader vectors, int firstChunk, int endChunk) {
  /**
   * All slices of a segment; none where it has no vectors.
   *
   * @param bytes about as many of vectors in each
   */
  static Stream<ScanSlice> of(ScopedSegment scoped, long bytes) {
    VectorReader vectors = scoped.segment().vectors();
    if (vectors == null) {
      return Stream.empty();
    }
    int chunks = scoped.segment().chunks().chunks();
    long parts = Math.max(1, vectors.rows() * vectors.dimension() * Float.BYTES / bytes);
    return LongStream.range(0, parts)
        .mapToObj(
            i ->
                new ScanSlice(
                    scoped, vectors, (int) (i * chunks / parts), (int) ((i + 1) * chunks / parts)));
  }

  /** How many rows there are, in scope or not. */
  long rows() {
    return chunks().firstSentence(endChunk) - chunks().firstSentence(firstChunk);
  }

  private ChunksReader chunks() {
    return scoped.segment().chunks();
  }

  /**
   * Scans what is in scope.
   *
   * @param nearest gets what is found, for each query
   */
  void scan(RowScan scan, List<NearestSentences> nearest) {
    List<RowRange> ranges = new ArrayList<>();
    scoped.forEachRun(firstChunk, endChunk, (first, end) -> ranges.add(rows(first, end)));
    List<NearestSentences.Run> runs =
        nearest.stream().map(each -> each.run(scoped.segment(), firstChunk, endChunk)).toList();
    scan.scan(vectors, ranges, runs);
    runs.forEach(NearestSentences.Run::end);
  }

  private RowRange rows(int first, int end) {
    return new RowRange(chunks().firstSentence(first), chunks().firstSentence(end));
  }
}
