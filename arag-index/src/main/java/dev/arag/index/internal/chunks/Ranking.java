package dev.arag.index.internal.chunks;

import dev.arag.core.text.CorpusOrder;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Computes the ranks of documents by merging sorted groups. Only one id of each group is in memory
 * at a time.
 */
final class Ranking {
  private static final Comparator<SortedDocuments> BY_ID =
      Comparator.comparing(SortedDocuments::id, CorpusOrder::compareCodePoints)
          .thenComparingInt(SortedDocuments::number);

  private Ranking() {}

  /** Returns the rank of each document. The index in the array is the number of the document. */
  static int[] rank(int documents, List<SortedDocuments> groups) {
    PriorityQueue<SortedDocuments> smallest = new PriorityQueue<>(BY_ID);
    groups.forEach(group -> offerNext(smallest, group));
    int[] ranks = new int[documents];
    int rank = 0;
    for (SortedDocuments group = smallest.poll(); group != null; group = smallest.poll()) {
      ranks[group.number()] = rank++;
      offerNext(smallest, group);
    }
    return ranks;
  }

  private static void offerNext(PriorityQueue<SortedDocuments> smallest, SortedDocuments group) {
    if (group.next()) {
      smallest.add(group);
    }
  }
}
