package dev.arag.graph.spi;

/**
 * Personalised PageRank: the probability of each node in a random walk that follows an edge with
 * the probability {@value #DAMPING}, in proportion to its weight, and otherwise returns to the
 * nodes it started from. The error is at most {@code DAMPING} to the power of the number of rounds,
 * so a fixed number of rounds is exact enough and every JDK computes the same bits.
 */
public final class PageRank {
  static final double DAMPING = 0.5;
  static final int ROUNDS = 30;

  private PageRank() {}

  /**
   * @param reset the weight with which the walk starts in each node; weights that are negative or
   *     not a number count as 0
   * @return the probability of each node, in sum 1; all 0 if no weight is positive
   */
  public static double[] of(WeightedGraph graph, double[] reset) {
    double[] start = normalized(reset);
    double[] strengths = new double[graph.nodes()];
    for (int node = 0; node < strengths.length; node++) {
      strengths[node] = graph.strength(node);
    }
    double[] rank = start;
    for (int round = 0; round < ROUNDS; round++) {
      rank = next(graph, strengths, start, rank);
    }
    return rank;
  }

  private static double[] next(
      WeightedGraph graph, double[] strengths, double[] start, double[] rank) {
    double returned = 1 - DAMPING;
    double[] share = new double[rank.length];
    for (int node = 0; node < rank.length; node++) {
      if (strengths[node] > 0) {
        share[node] = rank[node] / strengths[node];
      } else {
        returned += DAMPING * rank[node];
      }
    }
    double[] next = new double[rank.length];
    for (int node = 0; node < rank.length; node++) {
      double received = 0;
      for (int edge = graph.firstEdge(node); edge < graph.endEdge(node); edge++) {
        received += graph.weight(edge) * share[graph.neighbor(edge)];
      }
      next[node] = returned * start[node] + DAMPING * received;
    }
    return next;
  }

  private static double[] normalized(double[] reset) {
    double[] start = new double[reset.length];
    double sum = 0;
    for (int i = 0; i < reset.length; i++) {
      start[i] = reset[i] > 0 ? reset[i] : 0;
      sum += start[i];
    }
    for (int i = 0; i < reset.length && sum > 0; i++) {
      start[i] /= sum;
    }
    return start;
  }
}
