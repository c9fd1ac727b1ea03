package dev.arag.index;

/**
 * How far a sync has come. Documents are read and cut, then their sentences are embedded, some
 * thousands at a time.
 *
 * @param source the name of the source that is being read, or was read last
 * @param share of all the work, 0 to 1, as far as it is known; 0 where a source does not tell how
 *     much it holds
 * @param documents documents gone through so far, unchanged ones included
 * @param sentences new sentences found so far
 * @param embedded how many of these have their vectors, new or kept
 */
public record SyncProgress(
    String source, double share, long documents, long sentences, long embedded) {}
