package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.DocumentPlace;
import dev.arag.index.internal.commit.Segment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stored documents that a sync has met: one bit each, whatever their ids. For one thread. */
final class VisitedDocuments {
  /** By the number of the chunks file: it stays when only deletes or vectors change. */
  private final Map<Long, BitSet> bySegment = new HashMap<>();

  void add(DocumentPlace place) {
    bits(place.segment()).set(place.document());
  }

  boolean contains(DocumentPlace place) {
    return bits(place.segment()).get(place.document());
  }

  /** All documents of a segment that this sync has made. */
  void addAll(Segment segment) {
    bits(segment).set(0, segment.chunks().documents());
  }

  /** Live documents stand in a merged segment in the order of the segments it is made of. */
  void merged(List<Segment> from, Segment into) {
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
