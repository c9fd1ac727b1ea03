package dev.arag.core.error;

/**
 * Thrown by a search that needs embeddings or mentions which the corpus does not store. Keyword
 * search works without them.
 */
public final class NotIndexedException extends CorpusException {
  public NotIndexedException(String message) {
    super(message);
  }
}
