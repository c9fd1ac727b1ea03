package dev.arag.index.internal.failure;

import dev.arag.core.error.CorpusException;

/** How long work ends when its thread is interrupted. */
public final class Interruptions {
  private Interruptions() {}

  /**
   * @throws CorpusException if the thread is interrupted; it stays so
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw failure(new InterruptedException());
    }
  }

  public static CorpusException failure(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new CorpusException("Interrupted; the index holds what was committed before.", cause);
  }
}
