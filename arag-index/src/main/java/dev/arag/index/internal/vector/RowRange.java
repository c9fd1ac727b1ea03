package dev.arag.index.internal.vector;

/**
 * Successive rows.
 *
 * @param end number after the last row
 */
public record RowRange(long first, long end) {}
