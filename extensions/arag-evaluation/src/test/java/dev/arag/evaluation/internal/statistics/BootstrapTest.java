package dev.arag.evaluation.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.evaluation.data.Interval;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {
  @Test
  void equalValuesHaveNoInterval() {
    assertThat(Bootstrap.meanInterval(new double[] {0.25, 0.25, 0.25}, 1))
        .isEqualTo(new Interval(0.25, 0.25));
  }

  /** The standard error of a share of 0.5 among 400 is 0.025; the interval is 1.96 of them wide. */
  @Test
  void agreesWithTheNormalApproximation() {
    double[] values = DoubleStream.iterate(0, value -> 1 - value).limit(400).toArray();
    Interval interval = Bootstrap.meanInterval(values, 1);
    assertThat(interval.low()).isCloseTo(0.5 - 0.049, within(0.006));
    assertThat(interval.high()).isCloseTo(0.5 + 0.049, within(0.006));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void dependsOnlyOnValuesAndSeed(long seed) {
    double[] values = new Random(seed).doubles(50).toArray();
    assertThat(Bootstrap.meanInterval(values, seed))
        .isEqualTo(Bootstrap.meanInterval(values, seed));
    Interval interval = Bootstrap.meanInterval(values, seed);
    double mean = DoubleStream.of(values).average().orElseThrow();
    assertThat(interval.contains(mean)).isTrue();
    assertThat(interval.low()).isBetween(0.0, mean);
    assertThat(interval.high()).isBetween(mean, 1.0);
  }

  /** About 95 % of the intervals contain the true mean. */
  @Test
  void coversTheTrueMean() {
    Random random = new Random(3);
    int covered = 0;
    for (int run = 0; run < 200; run++) {
      double[] values = random.doubles(60).toArray();
      covered += Bootstrap.meanInterval(values, run).contains(0.5) ? 1 : 0;
    }
    assertThat(covered / 200.0).isBetween(0.89, 0.99);
  }

  /** Holm's example: p-values 0.01, 0.04, 0.03 and 0.005 for four tests. */
  @Test
  void holmAdjustsInTheOrderOfTheValues() {
    List<Double> adjusted = Holm.adjust(List.of(0.01, 0.04, 0.03, 0.005));
    double[] expected = {0.03, 0.06, 0.06, 0.02};
    for (int i = 0; i < 4; i++) {
      assertThat(adjusted.get(i)).isCloseTo(expected[i], within(1e-12));
    }
    assertThat(Holm.adjust(List.of(0.6, 0.7))).containsExactly(1.0, 1.0);
    assertThat(Holm.adjust(List.of())).isEmpty();
  }

  /** 2.80 standard errors: differences 1, -1, 1, -1 have the deviation 1.1547. */
  @Test
  void theSmallestDetectableDifferenceIsAMultipleOfTheStandardError() {
    assertThat(Comparisons.smallestDetectable(new double[] {1, -1, 1, -1}))
        .isCloseTo(2.801585 * Math.sqrt(4 / 3.0) / 2, within(1e-9));
  }
}
