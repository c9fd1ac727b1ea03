package dev.arag.graph.internal.rank;

import static dev.arag.graph.internal.rank.GraphFixture.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.ChunkId;
import dev.arag.graph.internal.rank.EntityWalk.Active;
import dev.arag.graph.spi.PassageSource.Passage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Computes a small ranking by hand. */
class QuestionGraphTest {
  private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

  private final GraphFixture graph =
      new GraphFixture()
          .chunk("1", sentence("Ada met Bob, and Bob left"))
          .chunk("2", sentence("Bob left Cid"))
          .chunk("3", sentence("Cid"))
          .chunk("4", sentence("Dan"));

  private final Map<String, Active> active = new LinkedHashMap<>();
  private final List<Passage> nearest =
      List.of(new Passage(graph.id("1"), 0.9), new Passage(graph.id("2"), 0.5));

  QuestionGraphTest() {
    active.put("ada", new Active(1, 1));
    active.put("bob", new Active(0.5, 2));
  }

  /** 2 * (1.5 * scaled score + ln(1 + sum of score * ln(1 + count) / tier)). */
  @Test
  void weightsPassagesByTheSearchAndByTheirMentions() {
    Map<ChunkId, Double> weights = QuestionGraph.weights(active, nearest, graph.query());
    double ofOne = Math.log(2) + 0.5 * Math.log(3) / 2;
    double ofTwo = 0.5 * Math.log(2) / 2;
    assertThat(weights).containsOnlyKeys(graph.id("1"), graph.id("2"));
    assertThat(weights.get(graph.id("1"))).isCloseTo(2 * (1.5 + Math.log1p(ofOne)), ROUNDING);
    assertThat(weights.get(graph.id("2"))).isCloseTo(2 * Math.log1p(ofTwo), ROUNDING);
  }

  @Test
  void scalesEqualScoresOfTheSearchToOne() {
    List<Passage> equal = List.of(new Passage(graph.id("3"), 7), new Passage(graph.id("4"), 7));
    assertThat(QuestionGraph.weights(Map.of(), equal, graph.query()).values())
        .containsExactly(3.0, 3.0);
  }

  /** Nodes: Ada, Bob, Cid and the chunks 1 to 3. No way leads to chunk 4. */
  @Test
  void ranksThePassagesThatTheWalkReaches() {
    double[][] edges = new double[6][6];
    join(edges, 0, 3, 1 / 3.0);
    join(edges, 1, 3, 2 / 3.0);
    join(edges, 1, 4, 1 / 2.0);
    join(edges, 2, 4, 1 / 2.0);
    join(edges, 2, 5, 1);
    Map<ChunkId, Double> weights = QuestionGraph.weights(active, nearest, graph.query());
    double[] reset = {1, 0.5, 0, weights.get(graph.id("1")), weights.get(graph.id("2")), 0};
    double[] expected = PageRankTest.iterate(edges, reset, 60);

    QuestionGraph.Ranked ranked = QuestionGraph.rank(active, nearest, graph.query());
    assertThat(ranked.isTruncated()).isFalse();
    assertThat(ranked.passages())
        .extracting(Passage::chunk)
        .containsExactly(graph.id("1"), graph.id("2"), graph.id("3"));
    for (int i = 0; i < 3; i++) {
      assertThat(ranked.passages().get(i).score()).isCloseTo(expected[3 + i], ROUNDING);
    }
  }

  private static void join(double[][] edges, int left, int right, double weight) {
    edges[left][right] = weight;
    edges[right][left] = weight;
  }

  @Test
  void joinsEachPairOfNeighboringChunksOnce() {
    GraphFixture document =
        new GraphFixture()
            .document("d", "1", sentence("Ada"))
            .document("d", "2", sentence("nothing"))
            .document("d", "3", sentence("Ada"))
            .document("e", "4", sentence("nothing"));
    double[][] edges = new double[4][4];
    join(edges, 0, 1, 1);
    join(edges, 0, 3, 1);
    join(edges, 1, 2, 1);
    join(edges, 2, 3, 1);
    Map<String, Active> ada = Map.of("ada", new Active(1, 1));
    Map<ChunkId, Double> weights = QuestionGraph.weights(ada, List.of(), document.query());
    double[] reset = {1, weights.get(document.id("1")), 0, weights.get(document.id("3"))};
    double[] expected = PageRankTest.iterate(edges, reset, 60);
    List<Passage> passages = QuestionGraph.rank(ada, List.of(), document.query()).passages();
    assertThat(passages)
        .extracting(Passage::chunk)
        .containsExactly(document.id("1"), document.id("3"), document.id("2"));
    assertThat(passages.get(0).score()).isCloseTo(expected[1], ROUNDING);
    assertThat(passages.get(2).score()).isCloseTo(expected[2], ROUNDING);
  }

  @Test
  void reportsThatTheLimitWasReached() {
    QuestionGraph.Ranked some = QuestionGraph.rank(active, nearest, graph.query(), 4);
    assertThat(some.isTruncated()).isTrue();
    assertThat(some.passages())
        .extracting(Passage::chunk)
        .containsExactly(graph.id("1"), graph.id("2"));
    assertThat(QuestionGraph.rank(active, nearest, graph.query(), 5).isTruncated()).isFalse();
    assertThat(QuestionGraph.rank(active, nearest, graph.query(), 5).passages()).hasSize(3);
  }
}
