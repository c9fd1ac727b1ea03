package dev.arag.index.internal.vector;

/**
 * Quantizes the rows of a tile to one signed byte a number, and computes the error. Codes can prove
 * that a score is too low; they cannot give the score. Reusable; not thread-safe.
 *
 * <p>With m the largest absolute number of the tile, its scale is m / 127 as a float. The code of a
 * number is the nearest multiple of the scale (halves to even), from -127 to 127. The error of a
 * row is the length of the difference between the row and its decoded form, computed in double and
 * rounded up to a float. The residual is the largest error. One scale for all rows allows searches
 * to compare integers.
 */
final class TileQuantizer {
  private static final int LARGEST = 127;

  /** Covers the rounding errors of the sum of squares and of its root. */
  private static final double ROUNDING = 1 + 1e-6;

  private final int dimension;
  private byte[] bytes = {};
  private float[] parameters = {};

  TileQuantizer(int dimension) {
    this.dimension = dimension;
  }

  /** Number of parameters of a tile: scale, residual, and the sum of each row's codes. */
  static int parameters(int rows) {
    return 2 + rows;
  }

  /** The first code of each row, then the second of each, and so on; later bytes are undefined. */
  byte[] bytes() {
    return bytes;
  }

  /** Scale, residual, and for each row the sum of its codes; later floats are undefined. */
  float[] parameters() {
    return parameters;
  }

  /**
   * Encodes rows.
   *
   * @param values the rows, end to end
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

  /** The largest absolute number; NaN if one is NaN. */
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
