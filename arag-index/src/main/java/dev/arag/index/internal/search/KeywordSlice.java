package dev.arag.index.internal.search;

import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.postings.PostingsReader;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Adjacent chunks of a segment. A keyword search thread processes one slice at a time. */
record KeywordSlice(ScopedSegment scoped, SegmentKeywords keywords, int firstChunk, int endChunk) {
  /**
   * Returns all slices of a segment; empty if the segment has no chunks.
   *
   * @param bytes the approximate size of the texts that are read for each slice
   */
  static Stream<KeywordSlice> of(ScopedSegment scoped, SegmentKeywords keywords, long bytes) {
    PostingsReader texts = scoped.segment().keywords();
    long chunks = texts.chunks();
    long parts = Math.min(chunks, 1 + keywords.bytesToRead() / bytes);
    return LongStream.range(0, parts)
        .mapToObj(
            i ->
                new KeywordSlice(
                    scoped,
                    keywords,
                    (int) (i * chunks / parts),
                    (int) ((i + 1) * chunks / parts)));
  }
}
