package dev.arag.solr;

import dev.arag.core.error.CorpusException;

/**
 * Thrown when the state of a snapshot is no longer stored, because a purge has removed it, its
 * {@linkplain SolrIndex.Builder#retention retention} has ended, or the collection was created
 * again. Take a new snapshot, and repeat the run that used the old one.
 */
public final class SnapshotExpiredException extends CorpusException {
  public SnapshotExpiredException(String message) {
    super(message);
  }
}
