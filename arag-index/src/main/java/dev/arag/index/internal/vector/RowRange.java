package dev.arag.index.internal.vector;

/**
 * A range of successive rows.
 *
 * @param first the number of the first row
 * @param end the number of the last row, plus 1
 */
public record RowRange(long first, long end) {}
