package dev.arag.evaluation.internal.statistics;

import dev.arag.evaluation.data.Interval;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The percentile bootstrap of a mean (Efron 1979). */
final class Bootstrap {
  private static final int RESAMPLES = 2_000;
  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /**
   * Returns the interval that contains the central 95 % of the means of resamples.
   *
   * @param values not empty
   */
  static Interval meanInterval(double[] values, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      means[i] = resampledMean(values, random);
    }
    Arrays.sort(means);
    int low = (int) Math.floor(TAIL * RESAMPLES);
    return new Interval(means[low], means[RESAMPLES - 1 - low]);
  }

  private static double resampledMean(double[] values, SplittableRandom random) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[index(random, values.length)];
    }
    return sum / values.length;
  }

  /** Without a division, and with a bias of less than bound / 2^32. */
  private static int index(SplittableRandom random, int bound) {
    return (int) ((Integer.toUnsignedLong(random.nextInt()) * bound) >>> 32);
  }
}
