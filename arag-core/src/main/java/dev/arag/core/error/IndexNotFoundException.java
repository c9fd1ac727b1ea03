package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** Thrown when no index exists at the given path. */
public final class IndexNotFoundException extends CorpusException {
  public IndexNotFoundException(String message) {
    this(message, null);
  }

  public IndexNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
