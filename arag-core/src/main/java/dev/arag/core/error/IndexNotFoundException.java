package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** There is no index where one was to be opened. */
public final class IndexNotFoundException extends CorpusException {
  public IndexNotFoundException(String message) {
    this(message, null);
  }

  public IndexNotFoundException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
