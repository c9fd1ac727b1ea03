package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** A file of an index is corrupt, truncated or not an index file. No data of it was used. */
public final class CorruptIndexException extends CorpusException {
  public CorruptIndexException(String message) {
    this(message, null);
  }

  public CorruptIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
