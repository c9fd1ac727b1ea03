package dev.arag.index.internal.search;

import dev.arag.index.internal.keyword.KeywordReader;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Adjacent groups of texts of a segment: the unit of work of a keyword search thread. */
record KeywordSlice(ScopedSegment scoped, int firstGroup, int endGroup) {
  /**
   * All slices of a segment; none if it has no chunks.
   *
   * @param bytes approximate size of the texts in each
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
