package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** Thrown when the index has an old format that this version of the library cannot read. */
public final class IndexTooOldException extends CorpusException {
  public IndexTooOldException(String message) {
    this(message, null);
  }

  public IndexTooOldException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
