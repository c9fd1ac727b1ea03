package dev.arag.knowledge.internal.summary;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds groups of nodes with many edges between them: the Louvain method (Blondel et al., 2008),
 * which increases the modularity. All weights are integers, the nodes are visited in the order of
 * their numbers, and of equally good groups the one with the lowest number is chosen. The result
 * therefore depends on nothing but the graph.
 */
final class Louvain {
  /** Each round increases the modularity, so that the limit is a safeguard. */
  private static final int MAX_ROUNDS = 100;

  private Louvain() {}

  /** Sums of weights by node. */
  static final class Sums {
    private final long[] sums;
    private final int[] nodes;
    private int count;

    Sums(int size) {
      sums = new long[size];
      nodes = new int[size];
    }

    /**
     * @param weight greater than 0
     */
    void add(int node, long weight) {
      if (sums[node] == 0) {
        nodes[count++] = node;
      }
      sums[node] += weight;
    }

    /** Returns the nodes with a sum, in the order in which they got it. */
    int[] nodes() {
      return Arrays.copyOf(nodes, count);
    }

    long of(int node) {
      return sums[node];
    }

    void clear() {
      for (int i = 0; i < count; i++) {
        sums[nodes[i]] = 0;
      }
      count = 0;
    }
  }

  /** The neighbors of each node and the weights of the edges to them, in both directions. */
  static final class Graph {
    private final int[][] neighbors;
    private final long[][] weights;

    Graph(int nodes) {
      neighbors = new int[nodes][0];
      weights = new long[nodes][0];
    }

    int size() {
      return neighbors.length;
    }

    /** Sets the edges of a node, and clears the sums of their weights. */
    void set(int node, Sums edges) {
      neighbors[node] = edges.nodes();
      weights[node] = Arrays.stream(neighbors[node]).mapToLong(edges::of).toArray();
      edges.clear();
    }

    /**
     * Returns a graph in which nodes with the same number are one node. An edge inside of it
     * becomes an edge to itself, which counts twice, as in a sum.
     *
     * @param numbers the new number of each node, from 0 without gaps; negative to leave it out
     */
    Graph renumbered(int[] numbers) {
      Map<Integer, List<Integer>> nodes =
          IntStream.range(0, numbers.length)
              .boxed()
              .filter(node -> numbers[node] >= 0)
              .collect(Collectors.groupingBy(node -> numbers[node]));
      Graph renumbered = new Graph(nodes.size());
      Sums edges = new Sums(nodes.size());
      nodes.forEach(
          (number, merged) -> {
            merged.forEach(node -> addEdges(node, numbers, edges));
            renumbered.set(number, edges);
          });
      return renumbered;
    }

    /** Adds the edges of a node to other numbers of its neighbors, except negative ones. */
    private void addEdges(int node, int[] numbers, Sums edges) {
      for (int i = 0; i < neighbors[node].length; i++) {
        int number = numbers[neighbors[node][i]];
        if (number >= 0) {
          edges.add(number, weights[node][i]);
        }
      }
    }
  }

  /** Returns the group of each node. Groups are numbered in the order of their first nodes. */
  static int[] groups(Graph graph) {
    int[] groups = identity(graph.size());
    Graph current = graph;
    while (true) {
      int[] moved = numbered(move(current));
      Arrays.setAll(groups, node -> moved[groups[node]]);
      Graph merged = current.renumbered(moved);
      if (merged.size() == current.size()) {
        return groups;
      }
      current = merged;
    }
  }

  private static int[] identity(int size) {
    int[] identity = new int[size];
    Arrays.setAll(identity, i -> i);
    return identity;
  }

  private static int[] move(Graph graph) {
    int[] groups = identity(graph.size());
    long[] degrees = Arrays.stream(graph.weights).mapToLong(e -> Arrays.stream(e).sum()).toArray();
    long[] totals = degrees.clone();
    long all = Arrays.stream(degrees).sum();
    Sums links = new Sums(graph.size());
    boolean isChanged = true;
    for (int round = 0; round < MAX_ROUNDS && isChanged; round++) {
      isChanged = false;
      for (int node = 0; node < groups.length; node++) {
        int old = groups[node];
        totals[old] -= degrees[node];
        // Nodes do not move because of edges to themselves.
        groups[node] = -1;
        graph.addEdges(node, groups, links);
        int best = best(old, links, totals, degrees[node], all);
        links.clear();
        totals[best] += degrees[node];
        groups[node] = best;
        isChanged |= best != old;
      }
    }
    return groups;
  }

  /** Returns the group with the highest gain of modularity; the old one if no other is better. */
  private static int best(int old, Sums links, long[] totals, long degree, long all) {
    int best = old;
    long highest = links.of(old) * all - degree * totals[old];
    for (int i = 0; i < links.count; i++) {
      int group = links.nodes[i];
      long gain = links.of(group) * all - degree * totals[group];
      if (gain > highest || (gain == highest && best != old && group < best)) {
        best = group;
        highest = gain;
      }
    }
    return best;
  }

  private static int[] numbered(int[] groups) {
    Map<Integer, Integer> numbers = new HashMap<>();
    return Arrays.stream(groups)
        .map(group -> numbers.computeIfAbsent(group, key -> numbers.size()))
        .toArray();
  }
}
