package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when an index was built with a different embedder than the given one, or with an embedder
 * that is not available.
 */
public final class EmbedderMismatchException extends CorpusException {
  public EmbedderMismatchException(String message) {
    this(message, null);
  }

  public EmbedderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
