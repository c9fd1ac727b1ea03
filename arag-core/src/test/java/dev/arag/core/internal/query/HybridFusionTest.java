package dev.arag.core.internal.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** In each test, "b" is second by meaning and, with another hit, second by keywords. */
class HybridFusionTest {
  private static List<String> fuse(double share) {
    ToDoubleFunction<String> shares = hit -> hit.endsWith("'") ? share : 1;
    return RankFusion.hybrid(
        List.of("a", "b"), List.of("c'", "b'"), hit -> hit.substring(0, 1), shares, 3);
  }

  @Test
  void aHitWithAllKeywordsCountsInBothRankings() {
    assertThat(fuse(1)).containsExactly("b", "a", "c'");
  }

  @Test
  void aHitWithFewKeywordsHasLittleEffect() {
    // a: 1/11, b: 1/12 + 0.05/12, c: 0.05/11
    assertThat(fuse(0.05)).containsExactly("a", "b", "c'");
  }
}
