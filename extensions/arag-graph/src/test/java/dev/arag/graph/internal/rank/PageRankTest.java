package dev.arag.graph.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.graph.spi.PageRank;
import dev.arag.graph.spi.WeightedGraph;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PageRankTest {
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  /** One edge: half of the mass returns to node 0 in each round. */
  @Test
  void isTheFixedPointOfASmallGraph() {
    WeightedGraph.Builder edges = new WeightedGraph.Builder();
    edges.add(0, 1, 3);
    double[] rank = PageRank.of(edges.build(2), new double[] {7, 0});
    // p0 = 1/2 + p1/2 and p1 = p0/2
    assertThat(rank[0]).isCloseTo(2 / 3.0, Offset.offset(1e-9));
    assertThat(rank[1]).isCloseTo(1 / 3.0, Offset.offset(1e-9));
  }

  @Test
  void dividesTheMassInProportionToTheWeights() {
    WeightedGraph.Builder edges = new WeightedGraph.Builder();
    edges.add(0, 1, 3);
    edges.add(0, 2, 1);
    double[] rank = PageRank.of(edges.build(3), new double[] {1, 0, 0});
    assertThat(rank[0]).isCloseTo(2 / 3.0, Offset.offset(1e-9));
    assertThat(rank[1]).isCloseTo(0.25, Offset.offset(1e-9));
    assertThat(rank[2]).isCloseTo(1 / 12.0, Offset.offset(1e-9));
  }

  @Test
  void givesTheMassOfANodeWithoutEdgesBack() {
    WeightedGraph.Builder edges = new WeightedGraph.Builder();
    edges.add(0, 1, 1);
    double[] rank = PageRank.of(edges.build(3), new double[] {0, 0, 5});
    assertThat(rank).containsExactly(0, 0, 1);
  }

  @Test
  void ignoresWeightsThatAreNegativeOrNotANumber() {
    WeightedGraph.Builder edges = new WeightedGraph.Builder();
    edges.add(0, 1, 1);
    edges.add(1, 2, 1);
    WeightedGraph graph = edges.build(3);
    assertThat(PageRank.of(graph, new double[] {1, -4, Double.NaN}))
        .isEqualTo(PageRank.of(graph, new double[] {2, 0, 0}));
    assertThat(PageRank.of(graph, new double[] {0, -1, Double.NaN})).containsExactly(0, 0, 0);
    assertThat(PageRank.of(new WeightedGraph.Builder().build(0), new double[0])).isEmpty();
  }

  /** After n rounds, no mass is further than n edges from the start. */
  @Test
  void runsThirtyRounds() {
    WeightedGraph.Builder edges = new WeightedGraph.Builder();
    for (int i = 0; i < 40; i++) {
      edges.add(i, i + 1, 1);
    }
    double[] reset = new double[41];
    reset[0] = 1;
    double[] rank = PageRank.of(edges.build(41), reset);
    assertThat(rank[30]).isPositive();
    assertThat(Arrays.copyOfRange(rank, 31, 41)).containsOnly(0);
  }

  @Test
  void equalsTheMatrixFormOnSomeRandomGraphs() {
    compareWithMatrices(100);
  }

  @Tag("full")
  @Test
  void equalsTheMatrixFormOnManyRandomGraphs() {
    compareWithMatrices(1_000);
  }

  private static void compareWithMatrices(int graphs) {
    for (int seed = 0; seed < graphs; seed++) {
      Random random = new Random(seed);
      int nodes = 1 + random.nextInt(30);
      double[][] matrix = new double[nodes][nodes];
      WeightedGraph.Builder edges = new WeightedGraph.Builder();
      for (int i = random.nextInt(3 * nodes); nodes > 1 && i > 0; i--) {
        int left = random.nextInt(nodes);
        int right = (left + 1 + random.nextInt(nodes - 1)) % nodes;
        double weight = 0.01 + random.nextDouble();
        edges.add(left, right, weight);
        matrix[left][right] += weight;
        matrix[right][left] += weight;
      }
      double[] reset = random.doubles(nodes).map(each -> each < 0.5 ? 0 : each).toArray();
      reset[random.nextInt(nodes)] = 1;
      double[] rank = PageRank.of(edges.build(nodes), reset);
      assertThat(rank).as("seed %d", seed).containsExactly(iterate(matrix, reset, 30), ROUNDING);
      assertThat(Arrays.stream(rank).sum()).as("seed %d", seed).isCloseTo(1, ROUNDING);
      // The error falls by half in each round, so 30 rounds are close to the limit.
      assertThat(rank)
          .as("seed %d", seed)
          .containsExactly(iterate(matrix, reset, 100), Offset.offset(2e-9));
    }
    System.out.println("PageRank: " + graphs + " random graphs equal the matrix form");
  }

  /** The formula of the literature with a full transition matrix. */
  static double[] iterate(double[][] weights, double[] reset, int rounds) {
    int nodes = reset.length;
    double total = Arrays.stream(reset).sum();
    double[] start = Arrays.stream(reset).map(each -> each / total).toArray();
    double[] rank = start;
    for (int round = 0; round < rounds; round++) {
      double[] next = new double[nodes];
      for (int from = 0; from < nodes; from++) {
        double strength = Arrays.stream(weights[from]).sum();
        for (int to = 0; to < nodes; to++) {
          double share = strength == 0 ? start[to] : weights[from][to] / strength;
          next[to] += 0.5 * rank[from] * share;
        }
      }
      for (int to = 0; to < nodes; to++) {
        next[to] += 0.5 * start[to];
      }
      rank = next;
    }
    return rank;
  }
}
