package dev.arag.solr.internal.query;

import dev.arag.core.error.CorpusException;

/**
 * Thrown when a response does not contain all markers of a state. A replica may be behind, a shard
 * may be missing, or the state was purged.
 */
final class IncompleteViewException extends CorpusException {
  private final long found;

  IncompleteViewException(String collection, long found, long expected) {
    super(
        "The Solr collection "
            + collection
            + " is not complete: "
            + found
            + " of "
            + expected
            + " shards have the published state. Retry when all shards are active and in sync.");
    this.found = found;
  }

  /** The number of markers in the response. */
  long found() {
    return found;
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}
