package dev.arag.index.internal.failure;

import dev.arag.core.error.CorpusException;

/** Converts a thread interrupt into a {@link CorpusException}. */
public final class Interruptions {
  private Interruptions() {}

  /**
   * @throws CorpusException if the thread is interrupted; the interrupt flag stays set
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw failure(new InterruptedException());
    }
  }

  public static CorpusException failure(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new CorpusException(
        "The thread was interrupted. Earlier commits are kept. Run the operation again to complete"
            + " it.",
        cause);
  }
}
