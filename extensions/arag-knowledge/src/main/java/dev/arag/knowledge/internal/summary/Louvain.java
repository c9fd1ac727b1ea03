package dev.arag.knowledge.internal.summary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /**
   * Returns the group of each node. Groups are numbered in the order of their first nodes.
   *
   * @param graph the weight of the edge between each node and its neighbors, in both directions
   */
  static int[] groups(List<Map<Integer, Long>> graph) {
    int[] groups = identity(graph.size());
    List<Map<Integer, Long>> current = graph;
    while (true) {
      int[] moved = numbered(move(current));
      int count = Arrays.stream(moved).max().orElse(-1) + 1;
      for (int node = 0; node < groups.length; node++) {
        groups[node] = moved[groups[node]];
      }
      if (count == current.size()) {
        return groups;
      }
      current = merged(current, moved, count);
    }
  }

  private static int[] identity(int size) {
    int[] identity = new int[size];
    Arrays.setAll(identity, i -> i);
    return identity;
  }

  private static int[] move(List<Map<Integer, Long>> graph) {
    int[] groups = identity(graph.size());
    long[] degrees =
        graph.stream()
            .mapToLong(each -> each.values().stream().mapToLong(Long::longValue).sum())
            .toArray();
    long[] totals = degrees.clone();
    long all = Arrays.stream(degrees).sum();
    boolean isChanged = true;
    for (int round = 0; round < MAX_ROUNDS && isChanged; round++) {
      isChanged = false;
      for (int node = 0; node < groups.length; node++) {
        int old = groups[node];
        totals[old] -= degrees[node];
        int best = best(node, graph.get(node), groups, totals, degrees[node], all);
        totals[best] += degrees[node];
        groups[node] = best;
        isChanged |= best != old;
      }
    }
    return groups;
  }

  /** Returns the group with the highest gain of modularity; the old one if no other is better. */
  private static int best(
      int node, Map<Integer, Long> edges, int[] groups, long[] totals, long degree, long all) {
    Map<Integer, Long> links = new TreeMap<>();
    links.put(groups[node], 0L);
    edges.forEach(
        (other, weight) -> {
          if (other != node) {
            links.merge(groups[other], weight, Long::sum);
          }
        });
    int best = groups[node];
    long highest = links.getOrDefault(best, 0L) * all - degree * totals[best];
    for (Map.Entry<Integer, Long> each : links.entrySet()) {
      long gain = each.getValue() * all - degree * totals[each.getKey()];
      if (gain > highest) {
        best = each.getKey();
        highest = gain;
      }
    }
    return best;
  }

  private static int[] numbered(int[] groups) {
    Map<Integer, Integer> numbers = new TreeMap<>();
    int[] numbered = new int[groups.length];
    for (int node = 0; node < groups.length; node++) {
      int next = numbers.size();
      numbered[node] = numbers.computeIfAbsent(groups[node], key -> next);
    }
    return numbered;
  }

  /** Returns the graph with a node for each group. An edge to itself counts twice, as in a sum. */
  private static List<Map<Integer, Long>> merged(
      List<Map<Integer, Long>> graph, int[] groups, int count) {
    List<Map<Integer, Long>> merged = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      merged.add(new TreeMap<>());
    }
    for (int node = 0; node < groups.length; node++) {
      Map<Integer, Long> edges = merged.get(groups[node]);
      graph.get(node).forEach((other, weight) -> edges.merge(groups[other], weight, Long::sum));
    }
    return merged;
  }
}
