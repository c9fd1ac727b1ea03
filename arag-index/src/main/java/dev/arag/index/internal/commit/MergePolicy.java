package dev.arag.index.internal.commit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Selects the segments to merge. Only sizes are considered, so that the same sequence of calls
 * always produces the same files.
 *
 * <p>Invariant: each segment is more than twice as large as all smaller segments together.
 * Therefore, n commits of equal size leave at most 1 + log3(n) segments, and each document is
 * rewritten about that many times. A segment is also rewritten when at least half of its content is
 * deleted.
 */
final class MergePolicy {
  private static final int RATIO = 2;

  private MergePolicy() {}

  /**
   * Returns the positions of the segments to merge in ascending order; empty if no merge is due.
   */
  static List<Integer> due(List<SegmentEntry> segments) {
    List<Integer> largestFirst =
        IntStream.range(0, segments.size())
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> -segments.get(i).live().size()))
            .toList();
    long smaller = segments.stream().mapToLong(segment -> segment.live().size()).sum();
    for (int i = 0; i < largestFirst.size(); i++) {
      SegmentEntry largest = segments.get(largestFirst.get(i));
      smaller -= largest.live().size();
      boolean hasSmaller = i + 1 < largestFirst.size();
      if (isHalfDeleted(largest) || (hasSmaller && RATIO * smaller >= largest.live().size())) {
        return largestFirst.stream().skip(i).sorted().toList();
      }
    }
    return List.of();
  }

  /**
   * Returns whether at least half of a segment is deleted. Returns false for a segment that
   * contains only the keys of purged documents.
   */
  private static boolean isHalfDeleted(SegmentEntry segment) {
    long dead = segment.dead().size();
    return dead > 0 && dead >= segment.live().size();
  }
}
