package dev.arag.index.internal.chunks;

import dev.arag.core.corpus.CorpusOrder;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Ranks documents by a merge of sorted groups, which holds one id of each group at a time. */
final class Ranking {
  private static final Comparator<SortedDocuments> BY_ID =
      Comparator.comparing(SortedDocuments::id, CorpusOrder::compareCodePoints)
          .thenComparingInt(SortedDocuments::number);

  private Ranking() {}

  /** Computes the rank of each document, by its number. */
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
