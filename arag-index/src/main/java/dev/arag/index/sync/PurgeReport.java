package dev.arag.index.sync;

import dev.arag.index.Index;

/**
 * The result of {@link Index#purge}.
 *
 * @param documents the number of deleted documents and old document versions that were removed
 * @param freedBytes the decrease in index size, in bytes
 */
public record PurgeReport(long documents, long freedBytes) {}
