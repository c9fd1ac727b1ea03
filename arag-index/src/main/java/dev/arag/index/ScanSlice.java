package dev.arag.index;

import dev.arag.index.internal.vector.VectorReader;
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
}
