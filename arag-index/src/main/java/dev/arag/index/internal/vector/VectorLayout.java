package dev.arag.index.internal.vector;

/** Where what stands in the body of a vectors file; see {@link VectorWriter}. */
record VectorLayout(long rows, int dimension) {
  static final int TRAILER_BYTES = 24;

  /** Rows whose floats, codes and facts stand together. */
  static final int GROUP_ROWS = 1024;

  private static final int FACTS_BYTES = RowCode.FACTS * Float.BYTES;

  /** What a row takes in all. */
  static long bytesOfRow(long dimension) {
    return dimension * (Float.BYTES + 1) + FACTS_BYTES;
  }

  private long groupAt(long row) {
    return row / GROUP_ROWS * GROUP_ROWS * bytesOfRow(dimension);
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

  long codesAt(long row) {
    return groupAt(row) + groupRows(row) * dimension * Float.BYTES + inGroup(row) * dimension;
  }

  long factsAt(long row) {
    return groupAt(row)
        + groupRows(row) * dimension * (Float.BYTES + 1)
        + inGroup(row) * FACTS_BYTES;
  }

  long remarksAt() {
    return rows * bytesOfRow(dimension);
  }
}
