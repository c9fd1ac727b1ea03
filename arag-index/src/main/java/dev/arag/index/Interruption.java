package dev.arag.index;

import dev.arag.core.error.CorpusException;

/** How long work ends when its thread is interrupted. */
final class Interruption {
  private Interruption() {}

  /**
   * @throws CorpusException if the thread is interrupted; it stays so
   */
  static void check() {
    if (Thread.currentThread().isInterrupted()) {
      throw failure(new InterruptedException());
    }
  }

  static CorpusException failure(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new CorpusException("Interrupted; the index holds what was committed before.", cause);
  }
}
