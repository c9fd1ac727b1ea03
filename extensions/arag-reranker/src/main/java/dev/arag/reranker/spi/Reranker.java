package dev.arag.reranker.spi;

import java.util.List;

/**
 * Scores how well passages answer a query, for example with a cross-encoder. {@link
 * dev.arag.reranker.Reranking} applies it to the searches of a corpus. Implementations are
 * thread-safe. The creator of a reranker closes it, if it has resources.
 */
@FunctionalInterface
public interface Reranker {
  /**
   * Scores passages. The call runs on a thread of its own, which is interrupted at the time limit.
   * If this method throws an exception, or if the number of scores is wrong or a score is not
   * finite, the search keeps its order.
   *
   * @param query the text of the query; for a keyword search, the keywords separated by spaces
   * @param passages the passages, at least one, each with its headings
   * @return one score for each passage, in the order of the passages; a higher score is better
   */
  double[] score(String query, List<String> passages);

  /**
   * The number of passages to pass to one call of {@link #score}, at least 1. The time limit of a
   * search keeps the scores of the calls that have ended. Default: all passages of a search.
   */
  default int batchSize() {
    return Integer.MAX_VALUE;
  }
}
