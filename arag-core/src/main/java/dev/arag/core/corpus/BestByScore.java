package dev.arag.core.corpus;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Keeps the chunks with the highest scores of whole words. Ties are broken by the score of all
 * occurrences, then by corpus order. Scores are in hundredths. Not thread-safe.
 *
 * @param <T> the type by which the corpus refers to a chunk
 */
final class BestByScore<T> {
  private final long most;
  private final PriorityQueue<Scored<T>> worstFirst;

  record Scored<T>(T chunk, long wholeScore, long score) {
    static <T> Comparator<Scored<T>> bestFirst(Comparator<? super T> corpusOrder) {
      return Comparator.<Scored<T>>comparingLong(Scored::wholeScore)
          .thenComparingLong(Scored::score)
          .reversed()
          .thenComparing(Scored::chunk, corpusOrder);
    }
  }

  /**
   * @param most the number of chunks to keep, at least 1
   */
  BestByScore(long most, Comparator<? super T> corpusOrder) {
    this.most = most;
    this.worstFirst = new PriorityQueue<>(1, Scored.<T>bestFirst(corpusOrder).reversed());
  }

  void add(KeywordRanking.Place<T> place, long wholeScore, long score) {
    if (worstFirst.size() == most) {
      if (!isBefore(place, wholeScore, score, worstFirst.element())) {
        return;
      }
      worstFirst.remove();
    }
    worstFirst.add(new Scored<>(place.chunk(), wholeScore, score));
  }

  private static <T> boolean isBefore(
      KeywordRanking.Place<T> place, long wholeScore, long score, Scored<T> other) {
    if (wholeScore != other.wholeScore()) {
      return wholeScore > other.wholeScore();
    }
    return score > other.score() || (score == other.score() && place.isBefore(other.chunk()));
  }

  boolean isFull() {
    return worstFirst.size() == most;
  }

  /** The chunks that were kept, in no particular order. */
  Stream<Scored<T>> stream() {
    return worstFirst.stream();
  }
}
