package dev.arag.index.source;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a sync if a remote store cannot be reached, rejects the credentials, or cannot be
 * listed to its end. It is thrown after everything that was read was committed; no document of the
 * store was deleted. The next sync continues.
 */
public final class RemoteSourceException extends AragException {
  private final boolean isRetriable;

  /**
   * @param message says which store failed and what to do; contains no credentials
   * @param isRetriable whether the next sync may succeed without a change
   */
  public RemoteSourceException(String message, boolean isRetriable, @Nullable Throwable cause) {
    super(message, cause);
    this.isRetriable = isRetriable;
  }

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }
}
