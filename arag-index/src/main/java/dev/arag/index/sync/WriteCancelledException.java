package dev.arag.index.sync;

import dev.arag.core.error.CorpusException;
import dev.arag.index.SyncHandle;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a sync or another operation that writes to an index ended early, because its thread
 * was interrupted, its {@link SyncHandle} was cancelled, or the index was closed. Changes since the
 * last commit are discarded; the last commit and earlier ones are kept. The same operation can be
 * run again; a sync then continues after the last commit.
 */
public final class WriteCancelledException extends CorpusException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause the exception with which the operation ended; null if there is none
   */
  public WriteCancelledException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}
