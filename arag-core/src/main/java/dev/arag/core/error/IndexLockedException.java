package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when another process or thread writes to the index for longer than the lock timeout, or
 * has taken over the lock. The message names the writer if it is known. The call may succeed if it
 * is repeated later.
 */
public final class IndexLockedException extends CorpusException {
  public IndexLockedException(String message) {
    this(message, null);
  }

  public IndexLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}
