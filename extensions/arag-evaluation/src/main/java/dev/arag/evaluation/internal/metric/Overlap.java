package dev.arag.evaluation.internal.metric;

import java.util.Set;

/**
 * Recall and precision of a set of results.
 *
 * @param recall the share of the wanted ids that were found
 * @param right the number of results that are wanted
 * @param total the number of results
 */
record Overlap(double recall, int right, int total) {
  /**
   * @param wanted not empty
   */
  static Overlap of(Set<String> found, Set<String> wanted) {
    int right = (int) found.stream().filter(wanted::contains).count();
    return new Overlap((double) right / wanted.size(), right, found.size());
  }

  /** The share of the results that are wanted. Not a number if there are no results. */
  double precision() {
    return (double) right / total;
  }
}
