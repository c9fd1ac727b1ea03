package dev.arag.index.internal.search;

import dev.arag.index.internal.keyword.KeywordReader;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Adjacent groups of texts in a segment. A keyword search thread processes one slice at a time. */
record KeywordSlice(ScopedSegment scoped, int firstGroup, int endGroup) {
  /**
   * Returns all slices of a segment; empty if the segment has no chunks.
   *
   * @param bytes the approximate size of the texts in each slice
   */
  static Stream<KeywordSlice> of(ScopedSegment scoped, long bytes) {
    KeywordReader texts = scoped.segment().keywords();
    long groups = texts.groups();
    long parts = Math.min(groups, 1 + texts.length() / bytes);
    return LongStream.range(0, parts)
        .mapToObj(
            i ->
                new KeywordSlice(
                    scoped, (int) (i * groups / parts), (int) ((i + 1) * groups / parts)));
  }
}
