package dev.arag.evaluation.internal.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingMeasuresTest {
  /** The example of the README of pytrec_eval, computed by trec_eval. */
  @Test
  void ndcgAgreesWithTrecEval() {
    assertThat(
            RankingMeasures.ndcg(List.of("d3", "d1", "d2"), Map.of("d1", 0, "d2", 1, "d3", 0), 10))
        .isCloseTo(0.5, within(1e-15));
    assertThat(RankingMeasures.ndcg(List.of("d1", "d3", "d2"), Map.of("d2", 1, "d3", 1), 10))
        .isCloseTo(0.6934264036172708, within(1e-15));
  }

  /** The textbook example with the grades 3, 2, 3, 0, 1, 2 and two more documents, 3 and 2. */
  @Test
  void ndcgAgreesWithTheTextbook() {
    Map<String, Integer> grades =
        Map.of("D1", 3, "D2", 2, "D3", 3, "D4", 0, "D5", 1, "D6", 2, "D7", 3, "D8", 2);
    assertThat(RankingMeasures.ndcg(List.of("D1", "D2", "D3", "D4", "D5", "D6"), grades, 6))
        .isCloseTo(0.785, within(0.0005));
  }

  @Test
  void ndcgCountsOnlyTheFirstDocuments() {
    Map<String, Integer> grades = Map.of("a", 1, "b", 2, "c", -1);
    assertThat(RankingMeasures.ndcg(List.of("x", "a", "b"), grades, 1)).isZero();
    assertThat(RankingMeasures.ndcg(List.of("b", "a"), grades, 5)).isEqualTo(1);
    assertThat(RankingMeasures.ndcg(List.of("c", "b", "a"), grades, 5)).isLessThan(1);
    // 1/log2(2) of the possible 2/log2(2).
    assertThat(RankingMeasures.ndcg(List.of("a"), grades, 1)).isEqualTo(0.5);
    assertThat(RankingMeasures.ndcg(List.of("a"), Map.of("a", 0), 5)).isZero();
    assertThat(RankingMeasures.ndcg(List.of(), grades, 5)).isZero();
  }

  @Test
  void recallIsTheShareOfRelevantDocuments() {
    Set<String> relevant = Set.of("a", "b", "c", "d");
    assertThat(RankingMeasures.recall(List.of("a", "x", "b", "c"), relevant, 3)).isEqualTo(0.5);
    assertThat(RankingMeasures.recall(List.of("a", "x", "b", "c"), relevant, 4)).isEqualTo(0.75);
    assertThat(RankingMeasures.recall(List.of("a"), Set.of(), 3)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ndcgIsBoundedAndHighestForTheBestOrder(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      Map<String, Integer> grades = new HashMap<>();
      List<String> ids = new ArrayList<>();
      for (int j = 0; j <= random.nextInt(8); j++) {
        grades.put("d" + j, random.nextInt(4));
        ids.add("d" + j);
      }
      Collections.shuffle(ids, random);
      int k = 1 + random.nextInt(9);
      double value = RankingMeasures.ndcg(ids, grades, k);
      List<String> best = new ArrayList<>(ids);
      best.sort((first, second) -> grades.get(second) - grades.get(first));
      boolean hasRelevant = grades.values().stream().anyMatch(grade -> grade > 0);
      assertThat(value).isBetween(0.0, 1 + 1e-12);
      assertThat(RankingMeasures.ndcg(best, grades, k))
          .isCloseTo(hasRelevant ? 1 : 0, within(1e-12))
          .isGreaterThanOrEqualTo(value - 1e-12);
    }
  }
}
