package dev.arag.index.internal.commit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which segments become one. It looks at sizes alone, so that the same calls make the same files.
 *
 * <p>Ordered by size, each segment is more than twice as large as all smaller ones together. So n
 * commits of one size leave at most 1 + log3(n) segments, and each document is written again about
 * as often. A segment of which half is deleted is written anew.
 */
final class MergePolicy {
  private static final int RATIO = 2;

  private MergePolicy() {}

  /** The places of the segments to merge, ascending; empty if all is well. */
  static List<Integer> due(List<SegmentEntry> segments) {
    List<Integer> largestFirst =
        IntStream.range(0, segments.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> -segments.get(i).live().size()))
            .toList();
    long behind = segments.stream().mapToLong(segment -> segment.live().size()).sum();
    for (int i = 0; i < largestFirst.size(); i++) {
      SegmentEntry largest = segments.get(largestFirst.get(i));
      behind -= largest.live().size();
      boolean hasSmaller = i + 1 < largestFirst.size();
      if (isHalfDead(largest) || (hasSmaller && RATIO * behind >= largest.live().size())) {
        return largestFirst.stream().skip(i).sorted().toList();
      }
    }
    return List.of();
  }

  /** A segment that holds nothing but the keys of what it held is as it should be. */
  private static boolean isHalfDead(SegmentEntry segment) {
    long dead = segment.dead().size();
    return dead > 0 && dead >= segment.live().size();
  }
}
