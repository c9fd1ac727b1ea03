package dev.arag.core.error;

/**
 * Thrown by a method that needs embeddings or mentions that the corpus does not store. Keyword
 * search works without them.
 */
public final class NotIndexedException extends CorpusException {
  public NotIndexedException(String message) {
    super(message);
  }
}
