package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** Thrown when the embedder cannot turn text into vectors. No partial result is returned. */
public class EmbeddingException extends AragException {
  public EmbeddingException(String message) {
    this(message, null);
  }

  public EmbeddingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
