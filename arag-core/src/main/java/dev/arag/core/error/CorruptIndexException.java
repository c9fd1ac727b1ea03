package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a file of an index is corrupt or truncated, or is not an index file. The call that
 * found this returns no result.
 */
public final class CorruptIndexException extends CorpusException {
  public CorruptIndexException(String message) {
    this(message, null);
  }

  public CorruptIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
