package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stored documents that a sync has visited, one bit each. Not thread-safe. */
final class VisitedDocuments {
  /** By the number of the chunks file, which stays when deletes or vectors change. */
  private final Map<Long, BitSet> bySegment = new HashMap<>();

  void add(DocumentRef ref) {
    bits(ref.segment()).set(ref.document());
  }

  boolean contains(DocumentRef ref) {
    return bits(ref.segment()).get(ref.document());
  }

  /** Adds all documents of a segment that this sync wrote. */
  void addAll(Segment segment) {
    bits(segment).set(0, segment.chunks().documents());
  }

  /** Updates the bits after a merge, which keeps the order of live documents. */
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
