package dev.arag.evaluation.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.arag.evaluation.data.Interval;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairedTestTest {
  /** Twice the cumulative binomial probability with p = 1/2. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1",
    "1, 0, 1",
    "5, 0, 0.0625",
    "0, 6, 0.03125",
    // 2 * (C(10,0) + C(10,1)) / 1024
    "9, 1, 0.021484375",
    // 2 * (1 + 8 + 28) / 256
    "2, 6, 0.2890625",
    "4, 4, 1",
    // 2 * sum of C(50, 0..15) / 2^50
    "35, 15, 0.006600447966810918"
  })
  void mcNemarIsExact(int b, int c, double expected) {
    assertThat(PairedTest.mcNemar(b, c)).isCloseTo(expected, within(1e-12));
    assertThat(PairedTest.mcNemar(c, b)).isCloseTo(expected, within(1e-12));
  }

  /**
   * The second row is example 8.1 of Fagerland, Lydersen and Laake, Statistical Analysis of
   * Contingency Tables. If no pair of n differs, the limits are z² / (n + z²) away from 0.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 20, -0.1611, 0.1611",
    "1, 7, 21, -0.5172, -0.0260",
    "7, 1, 21, 0.0260, 0.5172",
    "20, 0, 20, 0.6777, 1",
    "0, 1, 1, -1, 0.5869",
    "10, 10, 20, -0.4014, 0.4014"
  })
  void intervalsOfPairedSharesAreScoreIntervals(int b, int c, int n, double low, double high) {
    Interval interval = Tango.interval(b, c, n);
    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
  }

  @Test
  void binaryValuesAreTestedWithMcNemar() {
    double[] first = {1, 1, 1, 1, 1, 0, 1, 0};
    double[] second = {0, 0, 0, 0, 0, 0, 1, 0};
    assertThat(PairedTest.pValue(first, second, 1)).isCloseTo(0.0625, within(1e-12));
  }

  /** With the differences 1, 2, 3 the sums of 2 of 8 sign patterns are at least 6 from 0. */
  @Test
  void signFlipOfFewDifferencesIsExact() {
    assertThat(PairedTest.signFlip(new double[] {1, 2, 3}, 1)).isEqualTo(2 / 8.0);
    assertThat(PairedTest.signFlip(new double[] {1, 0, -1}, 1)).isEqualTo(1);
    assertThat(PairedTest.signFlip(new double[] {3, 2, -1}, 1)).isEqualTo(4 / 8.0);
    assertThat(PairedTest.signFlip(new double[] {0, 0}, 1)).isEqualTo(1);
    assertThat(PairedTest.signFlip(new double[] {0.5}, 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theSignFlipOfManyEqualDifferencesAgreesWithMcNemar(long seed) {
    double[] differences = new double[30];
    Arrays.fill(differences, 0, 20, 0.5);
    Arrays.fill(differences, 20, 30, -0.5);
    assertThat(PairedTest.signFlip(differences, seed))
        .isCloseTo(PairedTest.mcNemar(20, 10), within(0.02));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderOfTheQuestionsHasNoEffect(long seed) {
    Random random = new Random(seed);
    double[] differences = DoubleStream.generate(random::nextGaussian).limit(40).toArray();
    double[] reversed = new double[40];
    Arrays.setAll(reversed, i -> differences[39 - i]);
    assertThat(PairedTest.signFlip(reversed, 7)).isEqualTo(PairedTest.signFlip(differences, 7));
    double[] negated = Arrays.stream(differences).map(value -> -value).toArray();
    assertThat(PairedTest.signFlip(negated, 7))
        .isCloseTo(PairedTest.signFlip(differences, 7), within(0.03));
  }

  /** If there is no difference, p-values below x occur with a probability of x. */
  @Test
  void theNullDistributionIsCalibrated() {
    Random random = new Random(5);
    int runs = 400;
    int below10 = 0;
    int below50 = 0;
    for (int run = 0; run < runs; run++) {
      double[] differences = DoubleStream.generate(random::nextGaussian).limit(20).toArray();
      double p = PairedTest.signFlip(differences, run);
      assertThat(p).isBetween(0.0, 1.0);
      below10 += p < 0.1 ? 1 : 0;
      below50 += p < 0.5 ? 1 : 0;
    }
    // Three standard errors of a share are 0.045 and 0.075.
    assertThat(below10 / (double) runs).isCloseTo(0.1, within(0.045));
    assertThat(below50 / (double) runs).isCloseTo(0.5, within(0.075));
  }

  @Test
  void aClearDifferenceIsDetected() {
    Random random = new Random(1);
    double[] differences =
        DoubleStream.generate(() -> 1 + random.nextGaussian()).limit(60).toArray();
    assertThat(PairedTest.signFlip(differences, 1)).isLessThan(0.001);
  }
}
