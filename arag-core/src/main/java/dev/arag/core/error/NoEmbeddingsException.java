package dev.arag.core.error;

/** The corpus has no embeddings: semantic search is not possible, keyword search is. */
public final class NoEmbeddingsException extends CorpusException {
  public NoEmbeddingsException(String message) {
    super(message);
  }
}
