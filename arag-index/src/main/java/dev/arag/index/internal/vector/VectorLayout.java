package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.ByteMatrixMultiplier;

/** Offsets in the body of a vectors file; see {@link VectorWriter}. */
record VectorLayout(long rows, int dimension) {
  static final int TRAILER_BYTES = 24;

  /** Rows of a group, whose floats, codes and parameters are stored together. */
  static final int GROUP_ROWS = 1024;

  /**
   * Rows of a tile, whose codes are stored by index: code 0 of all rows, then code 1 of all rows.
   */
  static final int TILE_ROWS = ByteMatrixMultiplier.MAX_ROWS;

  /** Bytes of a row: floats, codes and a sum. */
  static long bytesOfRow(long dimension) {
    return dimension * (Float.BYTES + 1) + Float.BYTES;
  }

  /** Bytes of the first rows; the last tile may be incomplete. */
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

  /** Number of rows stored next to each other from this one on, itself included. */
  int adjacentRows(long row) {
    return (int) (groupRows(row) - inGroup(row));
  }

  long floatsAt(long row) {
    return groupAt(row) + inGroup(row) * dimension * Float.BYTES;
  }

  /** The first row of the tile that a row is in. */
  static long tile(long row) {
    return row / TILE_ROWS * TILE_ROWS;
  }

  int tileRows(long tile) {
    return (int) Math.min(TILE_ROWS, rows - tile);
  }

  /** Offset of the codes of a tile. */
  long tileAt(long tile) {
    return groupAt(tile) + groupRows(tile) * dimension * Float.BYTES + inGroup(tile) * dimension;
  }

  long parametersAt(long tile) {
    return groupAt(tile)
        + groupRows(tile) * dimension * (Float.BYTES + 1)
        + bytesOf(inGroup(tile), 0);
  }

  long diagnosticsAt() {
    return bytesOf(rows, dimension);
  }
}
