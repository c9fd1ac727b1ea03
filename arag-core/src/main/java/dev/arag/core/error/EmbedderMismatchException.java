package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the given embedder is not the one that an index was built with, or when the embedder
 * of an index is not available.
 */
public final class EmbedderMismatchException extends CorpusException {
  public EmbedderMismatchException(String message) {
    this(message, null);
  }

  public EmbedderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
