package dev.arag.index.internal.commit;

import java.io.IOException;

/** Thrown if a commit is published but the disk did not confirm that the commit is durable. */
public final class UnconfirmedCommitException extends IOException {
  private static final long serialVersionUID = 1L;

  UnconfirmedCommitException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
