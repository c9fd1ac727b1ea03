package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** Thrown when the index was written by a newer version of the library. */
public final class IndexTooNewException extends CorpusException {
  public IndexTooNewException(String message) {
    this(message, null);
  }

  public IndexTooNewException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
