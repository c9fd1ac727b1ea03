package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when there is no index at a path, or when a collection on a search server does not exist
 * or has no documents yet.
 */
public final class IndexNotFoundException extends CorpusException {
  public IndexNotFoundException(String message) {
    this(message, null);
  }

  public IndexNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
