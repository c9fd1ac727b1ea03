package dev.arag.index.internal.commit;

import java.io.IOException;

/**
 * Thrown if another writer has taken over the lock. Changes since the last commit are not
 * published.
 */
public final class StaleWriterException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause the failure by which the lost lock was detected
   */
  public StaleWriterException(Throwable cause) {
    super("another writer has taken the lock", cause);
  }
}
