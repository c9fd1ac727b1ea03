package dev.arag.index.internal.search;

import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.postings.PostingsReader;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Adjacent chunks of a segment. A keyword search thread processes one slice at a time.
 *
 * @param bytes roughly the number of bytes that a scan reads
 */
record KeywordSlice(
    ScopedSegment scoped, SegmentKeywords keywords, int firstChunk, int endChunk, long bytes) {
  /** To rank a chunk takes as long as to read so many bytes of a text. */
  private static final long BYTES_OF_A_CHUNK = 256;

  /** Matches are often in adjacent chunks, which several threads then share. */
  private static final int MAX_CHUNKS = 512;

  /**
   * Returns all slices of a segment; empty if the segment has no chunks.
   *
   * @param sliceBytes the approximate number of bytes that a scan of each slice reads
   */
  static Stream<KeywordSlice> of(ScopedSegment scoped, SegmentKeywords keywords, long sliceBytes) {
    PostingsReader texts = scoped.segment().keywords();
    long chunks = texts.chunks();
    long bytes = keywords.bytesToRead() + BYTES_OF_A_CHUNK * keywords.candidates();
    boolean isShort = bytes < sliceBytes / 16;
    long more = isShort ? 0 : Math.max(bytes / sliceBytes, chunks / MAX_CHUNKS);
    long parts = Math.min(chunks, 1 + more);
    return LongStream.range(0, parts)
        .mapToObj(
            i ->
                new KeywordSlice(
                    scoped,
                    keywords,
                    (int) (i * chunks / parts),
                    (int) ((i + 1) * chunks / parts),
                    bytes / parts));
  }
}
