package dev.arag.core.error;

/**
 * Thrown when an artifact that the embedder needs is not on the class path. The message names the
 * artifact. An index without embeddings can be used without an embedder.
 */
public final class EmbedderUnavailableException extends EmbeddingException {
  public EmbedderUnavailableException(String message) {
    super(message);
  }
}
