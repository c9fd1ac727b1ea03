package dev.arag.index.internal.vector;

/**
 * A range of successive rows.
 *
 * @param first the number of the first row
 * @param end the number after that of the last row
 */
public record RowRange(long first, long end) {}
