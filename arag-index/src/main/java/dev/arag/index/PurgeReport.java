package dev.arag.index;

/**
 * The result of {@link Index#purge}.
 *
 * @param documents deleted documents and old document versions that were removed
 * @param freedBytes decrease of the index size
 */
public record PurgeReport(long documents, long freedBytes) {}
