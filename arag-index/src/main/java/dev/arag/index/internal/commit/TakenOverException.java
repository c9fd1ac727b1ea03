package dev.arag.index.internal.commit;

import java.io.IOException;

/** Another writer took over: what this one wrote since its last commit is not published. */
public final class TakenOverException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause how it showed
   */
  public TakenOverException(Throwable cause) {
    super("another writer took over", cause);
  }
}
