package dev.arag.evaluation.internal.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Two-sided tests of the hypothesis that the differences of pairs are symmetric around 0. */
final class PairedTest {
  private static final int RESAMPLES = 10_000;

  /** Up to this number of differences, all sign patterns are enumerated. */
  private static final int MAX_EXACT = 14;

  private PairedTest() {}

  /**
   * Returns the p-value: McNemar's exact test if every value is 0 or 1, otherwise the sign-flip
   * permutation test.
   */
  static double pValue(double[] first, double[] second, long seed) {
    double[] differences = differences(first, second);
    return isBinary(first) && isBinary(second)
        ? mcNemar(count(differences, 1), count(differences, -1))
        : signFlip(differences, seed);
  }

  static double[] differences(double[] first, double[] second) {
    double[] differences = new double[first.length];
    Arrays.setAll(differences, i -> first[i] - second[i]);
    return differences;
  }

  static boolean isBinary(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == 0 || value == 1);
  }

  static int count(double[] values, double wanted) {
    return (int) Arrays.stream(values).filter(value -> value == wanted).count();
  }

  /**
   * McNemar's exact test: twice the probability of at most {@code min(b, c)} heads in {@code b + c}
   * throws of a fair coin, at most 1.
   *
   * @param b the number of pairs in which only the first is right
   * @param c the number of pairs in which only the second is right
   */
  static double mcNemar(int b, int c) {
    int throwsOfCoin = b + c;
    double logProbability = -throwsOfCoin * Math.log(2);
    double sum = 0;
    for (int heads = 0; heads <= Math.min(b, c); heads++) {
      sum += Math.exp(logProbability);
      logProbability += Math.log(throwsOfCoin - heads) - Math.log(heads + 1);
    }
    return Math.min(1, 2 * sum);
  }

  /** The share of sign patterns whose sum is at least as far from 0 as the sum observed. */
  static double signFlip(double[] differences, long seed) {
    double[] nonZero = Arrays.stream(differences).filter(value -> value != 0).toArray();
    Arrays.sort(nonZero);
    double observed = Math.abs(Arrays.stream(nonZero).sum());
    // Sums of the same numbers in another order differ by rounding errors.
    double threshold = observed - 1e-9 * Arrays.stream(nonZero).map(Math::abs).sum();
    return nonZero.length <= MAX_EXACT
        ? exact(nonZero, threshold)
        : sampled(nonZero, threshold, new SplittableRandom(seed));
  }

  private static double exact(double[] values, double threshold) {
    int patterns = 1 << values.length;
    int extreme = 0;
    for (int pattern = 0; pattern < patterns; pattern++) {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += (pattern >> i & 1) == 0 ? values[i] : -values[i];
      }
      extreme += Math.abs(sum) >= threshold ? 1 : 0;
    }
    return (double) extreme / patterns;
  }

  /** The observed pattern is one of the samples, so that the p-value is never 0. */
  private static double sampled(double[] values, double threshold, SplittableRandom random) {
    int extreme = 1;
    for (int i = 0; i < RESAMPLES; i++) {
      extreme += Math.abs(sumWithRandomSigns(values, random)) >= threshold ? 1 : 0;
    }
    return (double) extreme / (RESAMPLES + 1);
  }

  private static double sumWithRandomSigns(double[] values, SplittableRandom random) {
    double sum = 0;
    long signs = 0;
    for (int i = 0; i < values.length; i++) {
      signs = i % Long.SIZE == 0 ? random.nextLong() : signs >>> 1;
      sum += (signs & 1) == 0 ? values[i] : -values[i];
    }
    return sum;
  }
}
