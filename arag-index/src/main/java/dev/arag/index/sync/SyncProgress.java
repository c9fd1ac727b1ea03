package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

/**
 * The progress of a sync. Documents are read and split, then their sentences are embedded in
 * batches of a few thousand. While sentences are embedded, progress is reported after each call of
 * the embedder.
 *
 * @param source the name of the current source
 * @param share the estimated share of the work that is done, from 0 to 1. Each source is an equal
 *     part of the work. The size of a file, of a folder and of documents in a {@link
 *     java.util.Collection} is known. The size of another {@link Iterable} is unknown, so the share
 *     increases only when this source has been read completely
 * @param documents the number of documents processed so far, including unchanged documents
 * @param sentences the number of new sentences so far
 * @param embedded the number of new sentences that already have a new or reused vector
 */
public record SyncProgress(
    String source, double share, long documents, long sentences, long embedded) {
  public SyncProgress {
    requireNonNull(source, "source");
  }
}
