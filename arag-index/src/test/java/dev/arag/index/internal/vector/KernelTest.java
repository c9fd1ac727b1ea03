package dev.arag.index.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedding;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that the error of a kernel never exceeds its bound, and that the bound is not much larger
 * than necessary.
 */
class KernelTest {
  private static final int[] MORE_DIMENSIONS = {
    63, 64, 65, 100, 384, 391, 768, 1024, 1536, 4096, 65_536
  };

  private static IntStream dimensions() {
    return IntStream.concat(IntStream.rangeClosed(1, 40), Arrays.stream(MORE_DIMENSIONS));
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheBoundForRandomRows(Kernel kernel) {
    Random random = new Random(1);
    dimensions()
        .forEach(
            dimension -> {
              for (int i = 0; i < 15; i++) {
                float[] query = unit(dimension, at -> random.nextGaussian());
                float[] row = unit(dimension, at -> random.nextGaussian());
                assertThat(shareOfBound(kernel, query, row)).isLessThanOrEqualTo(1);
                assertThat(shareOfBound(kernel, query, query)).isLessThanOrEqualTo(1);
              }
            });
  }

  /**
   * The rows contain large numbers that absorb small ones, opposite signs, different scales, and
   * numbers close to 0.
   */
  @ParameterizedTest
  @EnumSource
  void keepsTheBoundForHostileRows(Kernel kernel) {
    dimensions()
        .forEach(
            dimension -> {
              assertWithin(kernel, dimension, at -> 1);
              assertWithin(kernel, dimension, at -> at % 2 == 0 ? 1 : -1);
              assertWithin(kernel, dimension, at -> Math.scalb(1.0, -(at % 40)));
              assertWithin(kernel, dimension, at -> at < dimension / 2 ? 1 : 1e-30);
              assertWithin(kernel, dimension, at -> at == 0 ? 1 : 1e-22);
              assertWithin(kernel, dimension, at -> at == 0 ? 1 : Float.MIN_VALUE);
              assertWithin(kernel, dimension, at -> absorbed(at, 1.9e-4));
            });
  }

  private static void assertWithin(Kernel kernel, int dimension, IntToDoubleFunction values) {
    float[] row = unit(dimension, values);
    float[] mirrored = unit(dimension, at -> at % 3 == 0 ? -values.applyAsDouble(at) : row[at]);
    assertThat(shareOfBound(kernel, row, row)).isLessThanOrEqualTo(1);
    assertThat(shareOfBound(kernel, row, mirrored)).isLessThanOrEqualTo(1);
  }

  /**
   * Returns a value of a row in which the first number of each lane is large. Each later number
   * adds nearly half of the last bit of that number, so that the rounding errors accumulate.
   */
  private static double absorbed(int at, double small) {
    return at < 16 ? 1 : small;
  }

  /**
   * Checks that some rows nearly reach the bound. Without them, the other tests would accept a
   * bound that is too small.
   */
  @ParameterizedTest
  @EnumSource
  void nearlyReachesTheBoundForHostileRows(Kernel kernel) {
    double worst = 0;
    for (double small = 1e-4; small < 4e-4; small += 2e-6) {
      double each = small;
      float[] row = unit(65_536, at -> absorbed(at, each));
      worst = Math.max(worst, shareOfBound(kernel, row, row));
    }
    assertThat(worst).isBetween(0.2, 1.0);
  }

  @ParameterizedTest
  @EnumSource
  void hasABoundSmallEnoughToRuleOutRows(Kernel kernel) {
    assertThat(kernel.errorBound(384)).isBetween(1e-7, 5e-6);
    assertThat(kernel.errorBound(1024)).isLessThan(1e-5);
    assertThat(kernel.errorBound(Integer.MAX_VALUE / 4)).isPositive().isInfinite();
  }

  /** Returns the error of the kernel divided by its bound. */
  private static double shareOfBound(Kernel kernel, float[] query, float[] row) {
    float[] rows = new float[row.length + 7];
    Arrays.fill(rows, Float.NaN);
    System.arraycopy(row, 0, rows, 5, row.length);
    double near = kernel.dot(query, rows, 5);
    double score = Embedding.of(query).dot(Embedding.of(row));
    return Math.abs(near - score) / kernel.errorBound(row.length);
  }

  private static float[] unit(int dimension, IntToDoubleFunction values) {
    float[] floats = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      floats[i] = (float) values.applyAsDouble(i);
    }
    return Embedding.of(floats).toArray();
  }
}
