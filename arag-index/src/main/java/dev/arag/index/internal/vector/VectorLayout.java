package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;

/** Where what stands in the body of a vectors file; see {@link VectorWriter}. */
record VectorLayout(long rows, int dimension) {
  static final int TRAILER_BYTES = 24;

  /** Rows whose floats, codes and facts stand together. */
  static final int GROUP_ROWS = 1024;

  /** Rows whose codes stand number by number: the first ones of all, then the second ones. */
  static final int TILE_ROWS = ByteProducts.MAX_ROWS;

  /** What a row takes: floats, bytes and a sum. */
  static long bytesOfRow(long dimension) {
    return dimension * (Float.BYTES + 1) + Float.BYTES;
  }

  /** What so many first rows take in all; their last tile may be the last of the file. */
  static long bytesOf(long rows, long dimension) {
    long tiles = (rows + TILE_ROWS - 1) / TILE_ROWS;
    return rows * bytesOfRow(dimension) + tiles * TileCode.facts(0) * Float.BYTES;
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

  /** How many rows stand next to each other from this one on, itself included. */
  int neighbours(long row) {
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

  /** Where the codes of a tile are. */
  long tileAt(long tile) {
    return groupAt(tile) + groupRows(tile) * dimension * Float.BYTES + inGroup(tile) * dimension;
  }

  long factsAt(long tile) {
    return groupAt(tile)
        + groupRows(tile) * dimension * (Float.BYTES + 1)
        + bytesOf(inGroup(tile), 0);
  }

  long remarksAt() {
    return bytesOf(rows, dimension);
  }
}
