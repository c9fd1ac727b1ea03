package dev.arag.solr.internal.query;

import dev.arag.core.error.CorpusException;

/**
 * Thrown when a response does not contain all markers of a state, or lacks documents that Solr has
 * counted. A replica may be behind, a shard may be missing, or the state was purged.
 */
final class IncompleteViewException extends CorpusException {
  private IncompleteViewException(String message) {
    super(message);
  }

  /** Returns the exception for a response without all markers of its state. */
  static IncompleteViewException ofMarkers(String collection, long found, long expected) {
    return new IncompleteViewException(
        "The Solr collection "
            + collection
            + " is not complete: "
            + found
            + " of "
            + expected
            + " shards have the published state. Retry when all shards are active and in sync.");
  }

  /** Returns the exception for a response with fewer documents than Solr has counted. */
  static IncompleteViewException ofDocuments(String collection) {
    return new IncompleteViewException(
        "The Solr collection "
            + collection
            + " has changed during a search, so that documents were missing in a response. Retry"
            + " when all shards are active and in sync.");
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}
