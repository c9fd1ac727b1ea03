package dev.arag.graph.internal.rank;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Breadth-first search in a graph whose edges are read when a node is visited. */
final class ShortestPath {
  private ShortestPath() {}

  /**
   * Finds a shortest path. Of several shortest paths, the one that a search in the order of the
   * neighbors finds first is returned.
   *
   * @param from the possible first nodes
   * @param to the possible last nodes
   * @param neighbors returns the neighbors of a node
   * @param maxEdges the number of edges after which the search ends
   * @return the nodes of the path; empty if none was found
   */
  static List<Integer> between(int[] from, BitSet to, IntFunction<int[]> neighbors, int maxEdges) {
    Map<Integer, Integer> previous = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>();
    for (int node : from) {
      if (previous.putIfAbsent(node, node) == null) {
        queue.add(node);
      }
    }
    int edges = 0;
    while (!queue.isEmpty() && edges < maxEdges) {
      int node = queue.remove();
      if (to.get(node)) {
        return path(node, previous);
      }
      for (int neighbor : neighbors.apply(node)) {
        edges++;
        if (previous.putIfAbsent(neighbor, node) == null) {
          queue.add(neighbor);
        }
      }
    }
    return List.of();
  }

  private static List<Integer> path(int last, Map<Integer, Integer> previous) {
    List<Integer> path = new ArrayList<>(List.of(last));
    int node = last;
    int before = requireNonNull(previous.get(node));
    while (before != node) {
      path.add(before);
      node = before;
      before = requireNonNull(previous.get(node));
    }
    Collections.reverse(path);
    return path;
  }
}
