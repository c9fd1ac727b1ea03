package dev.arag.index.internal.vector;

import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Computes a dot product with fused multiply-adds. It uses sixteen independent sums, so that no
 * addition has to wait for the result of the previous one. The loop is unrolled by hand because the
 * JVM would not keep the elements of an array in registers.
 */
final class FusedDot {
  private static final int LANES = 16;
  private static final int SLOW_FACTOR = 10;
  private static final int TRIALS = 5;
  private static final int TRIAL_FLOATS = 1 << 10;

  private FusedDot() {}

  static float of(float[] query, float[] rows, int start) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    float s8 = 0;
    float s9 = 0;
    float s10 = 0;
    float s11 = 0;
    float s12 = 0;
    float s13 = 0;
    float s14 = 0;
    float s15 = 0;
    int end = query.length - query.length % LANES;
    for (int i = 0; i < end; i += LANES) {
      int at = start + i;
      s0 = Math.fma(query[i], rows[at], s0);
      s1 = Math.fma(query[i + 1], rows[at + 1], s1);
      s2 = Math.fma(query[i + 2], rows[at + 2], s2);
      s3 = Math.fma(query[i + 3], rows[at + 3], s3);
      s4 = Math.fma(query[i + 4], rows[at + 4], s4);
      s5 = Math.fma(query[i + 5], rows[at + 5], s5);
      s6 = Math.fma(query[i + 6], rows[at + 6], s6);
      s7 = Math.fma(query[i + 7], rows[at + 7], s7);
      s8 = Math.fma(query[i + 8], rows[at + 8], s8);
      s9 = Math.fma(query[i + 9], rows[at + 9], s9);
      s10 = Math.fma(query[i + 10], rows[at + 10], s10);
      s11 = Math.fma(query[i + 11], rows[at + 11], s11);
      s12 = Math.fma(query[i + 12], rows[at + 12], s12);
      s13 = Math.fma(query[i + 13], rows[at + 13], s13);
      s14 = Math.fma(query[i + 14], rows[at + 14], s14);
      s15 = Math.fma(query[i + 15], rows[at + 15], s15);
    }
    float rest = rest(query, rows, start, end);
    float low = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    float high = ((s8 + s9) + (s10 + s11)) + ((s12 + s13) + (s14 + s15));
    return low + high + rest;
  }

  private static float rest(float[] query, float[] rows, int start, int from) {
    float sum = 0;
    for (int i = from; i < query.length; i++) {
      sum = Math.fma(query[i], rows[start + i], sum);
    }
    return sum;
  }

  /**
   * Measures whether the processor has an instruction for fused multiply-adds. If it does not, the
   * JDK computes them with {@code BigDecimal}, which is about a hundred times slower. The result of
   * this method does not change any search result.
   */
  static boolean isFast() {
    float[] ones = new float[TRIAL_FLOATS];
    Arrays.fill(ones, 1);
    long fused = Long.MAX_VALUE;
    long plain = Long.MAX_VALUE;
    for (int i = 0; i < TRIALS; i++) {
      fused = Math.min(fused, nanos(() -> of(ones, ones, 0)));
      plain = Math.min(plain, nanos(() -> PlainDot.of(ones, ones, 0)));
    }
    return fused < SLOW_FACTOR * plain;
  }

  private static long nanos(DoubleSupplier work) {
    long start = System.nanoTime();
    double result = work.getAsDouble();
    long nanos = System.nanoTime() - start;
    if (result != TRIAL_FLOATS) {
      throw new IllegalStateException(
          ("The dot product of two vectors of %s ones must be %s, was %s. Use another Java"
                  + " runtime.")
              .formatted(TRIAL_FLOATS, TRIAL_FLOATS, result));
    }
    return Math.max(1, nanos);
  }
}
