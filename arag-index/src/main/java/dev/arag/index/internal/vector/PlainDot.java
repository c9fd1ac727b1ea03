package dev.arag.index.internal.vector;

/**
 * Computes a dot product with eight independent sums, so that no addition has to wait for the
 * result of the previous one. The loop is unrolled by hand because the JVM would not keep the
 * elements of an array in registers.
 */
final class PlainDot {
  private static final int LANES = 8;

  private PlainDot() {}

  static float of(float[] query, float[] rows, int start) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    int end = query.length - query.length % LANES;
    for (int i = 0; i < end; i += LANES) {
      int at = start + i;
      s0 += query[i] * rows[at];
      s1 += query[i + 1] * rows[at + 1];
      s2 += query[i + 2] * rows[at + 2];
      s3 += query[i + 3] * rows[at + 3];
      s4 += query[i + 4] * rows[at + 4];
      s5 += query[i + 5] * rows[at + 5];
      s6 += query[i + 6] * rows[at + 6];
      s7 += query[i + 7] * rows[at + 7];
    }
    float rest = rest(query, rows, start, end);
    return (((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))) + rest;
  }

  private static float rest(float[] query, float[] rows, int start, int from) {
    float sum = 0;
    for (int i = from; i < query.length; i++) {
      sum += query[i] * rows[start + i];
    }
    return sum;
  }
}
