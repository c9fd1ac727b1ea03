package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the given embedder is not the one that an index was built with, or when no embedder
 * is given and this library does not provide the one that the index was built with.
 */
public final class EmbedderMismatchException extends CorpusException {
  public EmbedderMismatchException(String message) {
    this(message, null);
  }

  public EmbedderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
