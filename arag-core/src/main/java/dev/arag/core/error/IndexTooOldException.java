package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** The index was written in a format this version no longer reads. */
public final class IndexTooOldException extends CorpusException {
  public IndexTooOldException(String message) {
    this(message, null);
  }

  public IndexTooOldException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
