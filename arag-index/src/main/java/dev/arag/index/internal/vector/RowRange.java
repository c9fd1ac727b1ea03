package dev.arag.index.internal.vector;

/**
 * Neighbouring rows.
 *
 * @param end the number after the last one
 */
public record RowRange(long first, long end) {}
