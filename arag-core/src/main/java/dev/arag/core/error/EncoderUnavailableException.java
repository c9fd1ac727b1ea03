package dev.arag.core.error;

/**
 * Thrown when an artifact that the encoder needs is not on the class path. The message names the
 * artifact. An index without embeddings can be used without an encoder.
 */
public final class EncoderUnavailableException extends EmbeddingException {
  public EncoderUnavailableException(String message) {
    super(message);
  }
}
