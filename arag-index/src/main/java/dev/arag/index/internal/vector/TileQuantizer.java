package dev.arag.index.internal.vector;

/**
 * Quantizes the rows of a tile and computes the quantization error. Each number is encoded as one
 * signed byte. The codes can prove that a score is too low, but they are not precise enough to
 * compute the exact score. Instances are reusable but not thread-safe.
 *
 * <p>The scale of a tile is m / 127 as a float, where m is the largest absolute value of its
 * numbers. The code of a number is the number divided by the scale, rounded to the nearest integer
 * from -127 to 127, with ties rounded to even. The error of a row is the length of the difference
 * between the row and its decoded form, computed in double and rounded up to a float. The residual
 * of a tile is the largest error of its rows. All rows of a tile have the same scale, so that
 * searches can compare integers.
 */
final class TileQuantizer {
  private static final int LARGEST = 127;

  /** A factor that covers the rounding errors of the sum of squares and of its square root. */
  private static final double ROUNDING = 1 + 1e-6;

  private final int dimension;
  private byte[] bytes = {};
  private float[] parameters = {};

  TileQuantizer(int dimension) {
    this.dimension = dimension;
  }

  /**
   * Returns the number of parameters of a tile, which are the scale, the residual, and the sum of
   * the codes of each row.
   */
  static int parameters(int rows) {
    return 2 + rows;
  }

  /**
   * Returns the first code of each row, followed by the second code of each row, and so on. The
   * remaining bytes of the array are undefined.
   */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Returns the scale, the residual, and the sum of the codes of each row. The remaining floats of
   * the array are undefined.
   */
  float[] parameters() {
    return parameters;
  }

  /**
   * Encodes rows.
   *
   * @param values the rows, stored one directly after the other
   */
  void encode(float[] values, int rows) {
    ensureCapacity(rows);
    float scale = largest(values, rows) / LARGEST;
    float residual = 0;
    for (int row = 0; row < rows; row++) {
      residual = Math.max(residual, encode(values, row, rows, scale));
    }
    parameters[0] = scale;
    parameters[1] = residual;
  }

  private void ensureCapacity(int rows) {
    if (bytes.length < rows * dimension) {
      bytes = new byte[rows * dimension];
      parameters = new float[parameters(rows)];
    }
  }

  /** Returns the largest absolute value; NaN if any value is NaN. */
  private float largest(float[] values, int rows) {
    float largest = 0;
    for (int i = 0; i < rows * dimension; i++) {
      largest = Math.max(largest, Math.abs(values[i]));
    }
    return largest;
  }

  private float encode(float[] values, int row, int rows, float scale) {
    double squares = 0;
    int sum = 0;
    for (int i = 0; i < dimension; i++) {
      float value = values[row * dimension + i];
      double multiple = Math.rint(value / (double) scale);
      double difference = value - multiple * scale;
      squares += difference * difference;
      sum += (int) multiple;
      bytes[i * rows + row] = (byte) (int) multiple;
    }
    parameters[parameters(row)] = sum;
    return Math.nextUp((float) (Math.sqrt(squares) * ROUNDING));
  }
}
