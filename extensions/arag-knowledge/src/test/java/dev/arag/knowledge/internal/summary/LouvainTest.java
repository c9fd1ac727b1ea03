package dev.arag.knowledge.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LouvainTest {
  private static List<Map<Integer, Long>> graph(int nodes) {
    List<Map<Integer, Long>> graph = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      graph.add(new TreeMap<>());
    }
    return graph;
  }

  private static void join(List<Map<Integer, Long>> graph, int left, int right, long weight) {
    graph.get(left).merge(right, weight, Long::sum);
    graph.get(right).merge(left, weight, Long::sum);
  }

  private static int[] groups(List<Map<Integer, Long>> edges) {
    Louvain.Graph graph = new Louvain.Graph(edges.size());
    Louvain.Sums sums = new Louvain.Sums(edges.size());
    for (int node = 0; node < edges.size(); node++) {
      edges.get(node).forEach(sums::add);
      graph.set(node, sums);
    }
    return Louvain.groups(graph);
  }

  @Test
  void findsTwoTrianglesThatAnEdgeJoins() {
    List<Map<Integer, Long>> graph = graph(7);
    for (int[] edge : new int[][] {{0, 2}, {2, 4}, {4, 0}, {1, 3}, {3, 5}, {5, 1}, {4, 5}}) {
      join(graph, edge[0], edge[1], 1);
    }
    assertThat(groups(graph)).containsExactly(0, 1, 0, 1, 0, 1, 2);
    assertThat(groups(List.of())).isEmpty();
  }

  @Test
  void weightsDecide() {
    List<Map<Integer, Long>> graph = graph(4);
    join(graph, 0, 1, 1);
    join(graph, 1, 2, 9);
    join(graph, 2, 3, 1);
    join(graph, 3, 0, 9);
    assertThat(groups(graph)).containsExactly(0, 1, 1, 0);
  }

  /** In random graphs with two dense halves, the result is at least as modular as the halves. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void isAtLeastAsGoodAsThePlantedGroups(long seed) {
    Random random = new Random(seed);
    List<Map<Integer, Long>> graph = graph(20);
    int[] planted = new int[20];
    for (int left = 0; left < 20; left++) {
      planted[left] = left / 10;
      for (int right = 0; right < left; right++) {
        boolean isDense = left / 10 == right / 10;
        if (random.nextInt(100) < (isDense ? 80 : 8)) {
          join(graph, left, right, 1 + random.nextInt(3));
        }
      }
    }
    int[] groups = groups(graph);
    assertThat(modularity(graph, groups)).isGreaterThanOrEqualTo(modularity(graph, planted) - 1e-9);
    assertThat(groups(graph)).isEqualTo(groups);
  }

  private static double modularity(List<Map<Integer, Long>> graph, int[] groups) {
    double all = 0;
    double[] degrees = new double[groups.length];
    for (int i = 0; i < groups.length; i++) {
      degrees[i] = graph.get(i).values().stream().mapToLong(Long::longValue).sum();
      all += degrees[i];
    }
    double sum = 0;
    for (int i = 0; i < groups.length; i++) {
      for (int j = 0; j < groups.length; j++) {
        if (groups[i] == groups[j]) {
          sum += graph.get(i).getOrDefault(j, 0L) / all - degrees[i] * degrees[j] / (all * all);
        }
      }
    }
    return sum;
  }
}
