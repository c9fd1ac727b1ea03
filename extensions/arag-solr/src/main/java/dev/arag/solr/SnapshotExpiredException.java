package dev.arag.solr;

import dev.arag.core.error.CorpusException;

/**
 * Thrown when the state of a snapshot is no longer stored, because a purge has removed it, its
 * retention has ended, or the collection was created again. Take a new snapshot; an agent must run
 * again.
 */
public final class SnapshotExpiredException extends CorpusException {
  public SnapshotExpiredException(String message) {
    super(message);
  }
}
