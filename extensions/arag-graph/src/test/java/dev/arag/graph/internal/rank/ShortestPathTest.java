package dev.arag.graph.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ShortestPathTest {
  private static List<Integer> find(int[][] neighbors, int maxEdges, int[] from, int... to) {
    BitSet last = new BitSet();
    Arrays.stream(to).forEach(last::set);
    return ShortestPath.between(from, last, node -> neighbors[node], maxEdges);
  }

  @Test
  void prefersFewEdgesAndThenTheOrderOfTheNeighbors() {
    int[][] neighbors = {{2, 1}, {0, 3}, {0, 3}, {1, 2, 4}, {3}, {}};
    assertThat(find(neighbors, 99, new int[] {0}, 3)).containsExactly(0, 2, 3);
    assertThat(find(neighbors, 99, new int[] {0}, 4, 1)).containsExactly(0, 1);
    assertThat(find(neighbors, 99, new int[] {0, 4}, 3)).containsExactly(4, 3);
    assertThat(find(neighbors, 99, new int[] {0}, 5)).isEmpty();
    assertThat(find(neighbors, 99, new int[] {0}, 0)).containsExactly(0);
    assertThat(find(neighbors, 99, new int[0], 0)).isEmpty();
  }

  @Test
  void endsAtTheLimit() {
    int[][] neighbors = {{1}, {0, 2}, {1, 3}, {2}};
    assertThat(find(neighbors, 6, new int[] {0}, 3)).containsExactly(0, 1, 2, 3);
    assertThat(find(neighbors, 5, new int[] {0}, 3)).isEmpty();
  }

  @Test
  void isAsShortAsMatrixPowersOnSomeRandomGraphs() {
    compareWithMatrices(100);
  }

  @Tag("full")
  @Test
  void isAsShortAsMatrixPowersOnManyRandomGraphs() {
    compareWithMatrices(1_000);
  }

  private static void compareWithMatrices(int graphs) {
    for (int seed = 0; seed < graphs; seed++) {
      Random random = new Random(seed);
      int nodes = 2 + random.nextInt(20);
      boolean[][] adjacent = new boolean[nodes][nodes];
      for (int i = random.nextInt(2 * nodes); i > 0; i--) {
        int left = random.nextInt(nodes);
        int right = random.nextInt(nodes);
        adjacent[left][right] = true;
        adjacent[right][left] = true;
      }
      int[][] neighbors = new int[nodes][];
      for (int i = 0; i < nodes; i++) {
        List<Integer> all = new ArrayList<>();
        for (int j = 0; j < nodes; j++) {
          if (adjacent[i][j]) {
            all.add(j);
          }
        }
        neighbors[i] = all.stream().mapToInt(Integer::intValue).toArray();
      }
      List<Integer> path = find(neighbors, 9_999, new int[] {0}, nodes - 1);
      assertThat(path.size() - 1).as("seed %d", seed).isEqualTo(distance(adjacent));
      for (int i = 1; i < path.size(); i++) {
        assertThat(adjacent[path.get(i - 1)][path.get(i)]).as("seed %d", seed).isTrue();
      }
    }
    System.out.println("ShortestPath: " + graphs + " random graphs equal the matrix form");
  }

  /**
   * The smallest power of the matrix that joins the first and the last node; -1 if there is none.
   */
  private static int distance(boolean[][] adjacent) {
    int nodes = adjacent.length;
    boolean[] reached = new boolean[nodes];
    reached[0] = true;
    for (int steps = 0; steps < nodes; steps++) {
      if (reached[nodes - 1]) {
        return steps;
      }
      boolean[] next = reached.clone();
      for (int i = 0; i < nodes; i++) {
        for (int j = 0; j < nodes; j++) {
          next[j] |= reached[i] && adjacent[i][j];
        }
      }
      reached = next;
    }
    return -1;
  }
}
