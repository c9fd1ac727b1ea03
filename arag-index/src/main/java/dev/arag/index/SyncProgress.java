package dev.arag.index;

/**
 * The progress of a sync. Documents are read and split, then their sentences are embedded in
 * batches of a few thousand.
 *
 * @param source the name of the current source
 * @param share the estimated share of the work that is done, from 0 to 1; 0 if the size of a source
 *     is unknown
 * @param documents the number of documents processed so far, including unchanged documents
 * @param sentences the number of new sentences so far
 * @param embedded the number of new sentences that already have a new or reused vector
 */
public record SyncProgress(
    String source, double share, long documents, long sentences, long embedded) {}
