package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** The encoder could not turn text into vectors. No partial result exists. */
public class EmbeddingException extends AragException {
  public EmbeddingException(String message) {
    this(message, null);
  }

  public EmbeddingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
