package dev.arag.index.internal.vector;

/**
 * A row in one signed byte a number, and how far that is off: enough to tell that a row is too far
 * from a query, never what its score is.
 *
 * <p>With m the largest absolute number of the row, the scale is m / 127 as a float; each number is
 * told as the nearest multiple of it (halves to the even one), from -127 to 127. The residual is
 * the length of the difference between the row and what the bytes tell, in double, rounded up to a
 * float. The sum is that of the bytes, a whole number that a float holds.
 */
final class RowCode {
  /** Scale, residual and sum. */
  static final int FACTS = 3;

  /** What a byte tells at most. */
  static final int LARGEST = 127;

  /** More than the rounding of a sum of as many squares as a row may have, and its root. */
  private static final double ROUNDING = 1 + 1e-6;

  private RowCode() {}

  /**
   * Encodes a row.
   *
   * @param values holds the row from start on
   * @param codes gets its bytes from codesAt on
   * @param facts gets its scale, its residual and its sum from factsAt on
   */
  static void encode(
      float[] values,
      int start,
      int dimension,
      byte[] codes,
      int codesAt,
      float[] facts,
      int factsAt) {
    float scale = largest(values, start, dimension) / LARGEST;
    double squares = 0;
    int sum = 0;
    for (int i = 0; i < dimension; i++) {
      float value = values[start + i];
      double multiple = Math.rint(value / (double) scale);
      double difference = value - multiple * scale;
      squares += difference * difference;
      sum += (int) multiple;
      codes[codesAt + i] = (byte) (int) multiple;
    }
    facts[factsAt] = scale;
    facts[factsAt + 1] = Math.nextUp((float) (Math.sqrt(squares) * ROUNDING));
    facts[factsAt + 2] = sum;
  }

  private static float largest(float[] values, int start, int dimension) {
    float largest = 0;
    for (int i = start; i < start + dimension; i++) {
      largest = Math.max(largest, Math.abs(values[i]));
    }
    return largest;
  }
}
