package dev.arag.graph.spi;

import java.util.Arrays;

/**
 * An undirected graph with edge weights. The edges of a node are stored next to each other, in the
 * order in which they were added, so every sum over them has a fixed order. Immutable.
 */
public final class WeightedGraph {
  /** The index of the first edge of each node; one more entry than there are nodes. */
  private final int[] firstEdge;

  private final int[] neighbors;
  private final double[] weights;

  private WeightedGraph(int[] firstEdge, int[] neighbors, double[] weights) {
    this.firstEdge = firstEdge;
    this.neighbors = neighbors;
    this.weights = weights;
  }

  /** Returns the number of nodes. */
  public int nodes() {
    return firstEdge.length - 1;
  }

  int firstEdge(int node) {
    return firstEdge[node];
  }

  int endEdge(int node) {
    return firstEdge[node + 1];
  }

  int neighbor(int edge) {
    return neighbors[edge];
  }

  double weight(int edge) {
    return weights[edge];
  }

  /** Returns the sum of the weights of the edges of a node. */
  double strength(int node) {
    double sum = 0;
    for (int edge = firstEdge(node); edge < endEdge(node); edge++) {
      sum += weights[edge];
    }
    return sum;
  }

  /** Collects edges. */
  public static final class Builder {
    private int[] ends = new int[64];
    private double[] weights = new double[32];
    private int edges;

    /** Returns the number of edges so far. */
    public int edges() {
      return edges;
    }

    /**
     * Adds an edge.
     *
     * @param weight greater than 0
     */
    public void add(int left, int right, double weight) {
      if (edges == weights.length) {
        weights = Arrays.copyOf(weights, 2 * edges);
        ends = Arrays.copyOf(ends, 4 * edges);
      }
      ends[2 * edges] = left;
      ends[2 * edges + 1] = right;
      weights[edges++] = weight;
    }

    /**
     * Returns the graph.
     *
     * @param nodes the number of nodes, greater than the number of each node of an edge
     */
    public WeightedGraph build(int nodes) {
      int[] firstEdge = new int[nodes + 1];
      for (int end = 0; end < 2 * edges; end++) {
        firstEdge[ends[end] + 1]++;
      }
      for (int node = 0; node < nodes; node++) {
        firstEdge[node + 1] += firstEdge[node];
      }
      int[] next = Arrays.copyOf(firstEdge, nodes);
      int[] neighbors = new int[2 * edges];
      double[] ofNeighbors = new double[2 * edges];
      for (int end = 0; end < 2 * edges; end++) {
        int at = next[ends[end]]++;
        neighbors[at] = ends[end ^ 1];
        ofNeighbors[at] = weights[end >>> 1];
      }
      return new WeightedGraph(firstEdge, neighbors, ofNeighbors);
    }
  }
}
