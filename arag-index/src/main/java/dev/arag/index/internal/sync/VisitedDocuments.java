package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records which stored documents a sync has visited, with one bit for each document. Not
 * thread-safe.
 */
final class VisitedDocuments {
  /**
   * The visited documents of each segment. The key is the number of the chunks file, which does not
   * change when documents are deleted or vectors are replaced.
   */
  private final Map<Long, BitSet> bySegment = new HashMap<>();

  void add(DocumentRef ref) {
    bits(ref.segment()).set(ref.document());
  }

  boolean contains(DocumentRef ref) {
    return bits(ref.segment()).get(ref.document());
  }

  /** Marks all documents of a segment as visited, because this sync has written the segment. */
  void addAll(Segment segment) {
    bits(segment).set(0, segment.chunks().documents());
  }

  /**
   * Transfers the bits of merged segments to the new segment. A merge preserves the order of
   * documents and drops deleted ones.
   */
  void updateAfterMerge(List<Segment> from, Segment into) {
    BitSet bits = bits(into);
    int next = 0;
    for (Segment segment : from) {
      BitSet before = bits(segment);
      for (int document = 0; document < segment.chunks().documents(); document++) {
        if (segment.isLive(document)) {
          bits.set(next++, before.get(document));
        }
      }
    }
  }

  private BitSet bits(Segment segment) {
    return bySegment.computeIfAbsent(segment.entry().chunks().number(), number -> new BitSet());
  }
}
