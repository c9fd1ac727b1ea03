package dev.arag.index;

/**
 * The result of {@link Index#purge}.
 *
 * @param documents the number of deleted documents and old document versions that were removed
 * @param freedBytes the decrease in index size, in bytes
 */
public record PurgeReport(long documents, long freedBytes) {}
