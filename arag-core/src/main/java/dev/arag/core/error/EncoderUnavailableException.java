package dev.arag.core.error;

/**
 * An artifact that the encoder needs is not on the class path. The message names the artifact. An
 * index without embeddings needs no encoder.
 */
public final class EncoderUnavailableException extends EmbeddingException {
  public EncoderUnavailableException(String message) {
    super(message);
  }
}
