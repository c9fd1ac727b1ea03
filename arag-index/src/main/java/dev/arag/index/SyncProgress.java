package dev.arag.index;

/**
 * The progress of a sync. Documents are read and split, then their sentences are embedded in
 * batches of a few thousand.
 *
 * @param source name of the current source
 * @param share estimated share of the work that is done, 0 to 1; 0 if the size of a source is
 *     unknown
 * @param documents documents processed so far, unchanged ones included
 * @param sentences new sentences so far
 * @param embedded new sentences that have a vector, embedded or reused
 */
public record SyncProgress(
    String source, double share, long documents, long sentences, long embedded) {}
