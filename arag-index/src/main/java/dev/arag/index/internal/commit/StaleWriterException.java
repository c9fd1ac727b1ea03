package dev.arag.index.internal.commit;

import java.io.IOException;

/** Another writer has taken the lock; changes since the last commit are not published. */
public final class StaleWriterException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause the failure that revealed it
   */
  public StaleWriterException(Throwable cause) {
    super("another writer has taken the lock", cause);
  }
}
