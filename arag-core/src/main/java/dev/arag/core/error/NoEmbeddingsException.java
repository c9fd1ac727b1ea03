package dev.arag.core.error;

/**
 * Thrown by a semantic search when the corpus has no embeddings. Keyword search works without them.
 */
public final class NoEmbeddingsException extends CorpusException {
  public NoEmbeddingsException(String message) {
    super(message);
  }
}
