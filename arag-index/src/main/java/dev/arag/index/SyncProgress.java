package dev.arag.index;

/**
 * How far a sync has come. First all documents are read and cut, then their sentences are embedded:
 * from the first embedded one on, {@code sentences} no longer grows.
 *
 * @param source the name of the source that is being read, or was read last
 * @param documents documents read so far
 * @param sentences sentences found so far
 * @param embedded sentences embedded so far
 */
public record SyncProgress(String source, long documents, long sentences, long embedded) {}
