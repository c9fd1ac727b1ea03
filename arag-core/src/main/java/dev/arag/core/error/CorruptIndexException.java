package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a file of an index is corrupt or truncated, or is not an index file. No data from
 * this file was used.
 */
public final class CorruptIndexException extends CorpusException {
  public CorruptIndexException(String message) {
    this(message, null);
  }

  public CorruptIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
