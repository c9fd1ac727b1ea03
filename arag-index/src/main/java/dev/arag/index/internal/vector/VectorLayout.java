package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.ByteMatrixMultiplier;

/**
 * Computes offsets in the body of a vectors file, whose format is described in {@link
 * VectorWriter}.
 */
record VectorLayout(long rows, int dimension) {
  static final int TRAILER_BYTES = 16;

  /**
   * The number of rows in a group. The floats, codes and parameters of a group are stored together.
   */
  static final int GROUP_ROWS = 1024;

  /**
   * The number of rows in a tile. The codes of a tile are stored by index: first code 0 of all
   * rows, then code 1 of all rows, and so on.
   */
  static final int TILE_ROWS = ByteMatrixMultiplier.MAX_ROWS;

  /** Returns the number of bytes for the floats, the codes and the sum of codes of one row. */
  static long bytesOfRow(long dimension) {
    return dimension * (Float.BYTES + 1) + Float.BYTES;
  }

  /**
   * Returns the number of bytes for the first {@code rows} rows. The last tile may be incomplete.
   */
  static long bytesOf(long rows, long dimension) {
    long tiles = (rows + TILE_ROWS - 1) / TILE_ROWS;
    return rows * bytesOfRow(dimension) + tiles * TileQuantizer.parameters(0) * Float.BYTES;
  }

  private long groupAt(long row) {
    return bytesOf(row / GROUP_ROWS * GROUP_ROWS, dimension);
  }

  private long inGroup(long row) {
    return row % GROUP_ROWS;
  }

  private long groupRows(long row) {
    return Math.min(GROUP_ROWS, rows - row / GROUP_ROWS * GROUP_ROWS);
  }

  /** Returns how many rows are stored directly after each other, beginning with this row. */
  int adjacentRows(long row) {
    return (int) (groupRows(row) - inGroup(row));
  }

  long floatsAt(long row) {
    return groupAt(row) + inGroup(row) * dimension * Float.BYTES;
  }

  /** Returns the first row of the tile that contains a row. */
  static long tile(long row) {
    return row / TILE_ROWS * TILE_ROWS;
  }

  int tileRows(long tile) {
    return (int) Math.min(TILE_ROWS, rows - tile);
  }

  /** Returns the offset of the codes of a tile. */
  long tileAt(long tile) {
    return groupAt(tile) + groupRows(tile) * dimension * Float.BYTES + inGroup(tile) * dimension;
  }

  long parametersAt(long tile) {
    return groupAt(tile)
        + groupRows(tile) * dimension * (Float.BYTES + 1)
        + bytesOf(inGroup(tile), 0);
  }

  long trailerAt() {
    return bytesOf(rows, dimension);
  }
}
