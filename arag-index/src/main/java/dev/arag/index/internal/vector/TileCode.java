package dev.arag.index.internal.vector;

/**
 * The rows of a tile in one signed byte a number, and how far that is off: enough to tell that a
 * row is too far from a query, never what its score is. Filled again and again, by one thread.
 *
 * <p>With m the largest absolute number of the tile, its scale is m / 127 as a float; each number
 * is told as the nearest multiple of it (halves to the even one), from -127 to 127. The difference
 * between a row and what its bytes tell has a length in double, rounded up to a float; the residual
 * is that of the row with the longest. One scale for all lets whole numbers be compared in a
 * search.
 */
final class TileCode {
  private static final int LARGEST = 127;

  /** More than the rounding of a sum of as many squares as a row may have, and its root. */
  private static final double ROUNDING = 1 + 1e-6;

  private final int dimension;
  private byte[] bytes = {};
  private float[] facts = {};

  TileCode(int dimension) {
    this.dimension = dimension;
  }

  /** How many facts there are of so many rows: scale, residual, and the sum of each row's bytes. */
  static int facts(int rows) {
    return 2 + rows;
  }

  /** The first byte of each row, then the second of each, and so on; what is behind is old. */
  byte[] bytes() {
    return bytes;
  }

  /** Scale, residual, and for each row the sum of its bytes; what is behind is old. */
  float[] facts() {
    return facts;
  }

  /**
   * Encodes rows.
   *
   * @param values the rows, one after the other
   */
  void encode(float[] values, int rows) {
    requireRoom(rows);
    float scale = largest(values, rows) / LARGEST;
    float residual = 0;
    for (int row = 0; row < rows; row++) {
      residual = Math.max(residual, encode(values, row, rows, scale));
    }
    facts[0] = scale;
    facts[1] = residual;
  }

  private void requireRoom(int rows) {
    if (bytes.length < rows * dimension) {
      bytes = new byte[rows * dimension];
      facts = new float[facts(rows)];
    }
  }

  /** Not a number, if one is. */
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
    facts[facts(row)] = sum;
    return Math.nextUp((float) (Math.sqrt(squares) * ROUNDING));
  }
}
