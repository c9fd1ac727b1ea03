package dev.arag.core.error;

/** The corpus holds no embeddings, so it cannot be searched by meaning; its words can. */
public final class NoEmbeddingsException extends CorpusException {
  public NoEmbeddingsException(String message) {
    super(message);
  }
}
