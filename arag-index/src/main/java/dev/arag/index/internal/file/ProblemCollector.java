package dev.arag.index.internal.file;

import dev.arag.core.error.CorpusException;

/**
 * Collects what is wrong with the contents of one file, and goes on after it: whatever a check
 * throws is one more problem. Files can hold more problems than anybody reads, so those after the
 * first hundred are only counted. For one thread.
 */
public final class ProblemCollector implements DamageListener {
  private static final int MOST = 100;

  private final DamageListener listener;
  private long found;

  public ProblemCollector(DamageListener listener) {
    this.listener = listener;
  }

  @Override
  public void found(long offset, String what) {
    if (found++ < MOST) {
      listener.found(offset, what);
    }
  }

  /**
   * Runs a check.
   *
   * @param place of what is checked, in the body
   */
  public void check(long place, Runnable check) {
    try {
      check.run();
    } catch (CorpusException e) {
      found(BlockReader.placeInFile(place), String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      // A few bytes may claim to be a lot.
      found(BlockReader.placeInFile(place), "it cannot be read: " + e);
    }
  }

  /** Reports a problem if there is one. */
  public void require(boolean isRight, long place, String what) {
    if (!isRight) {
      found(BlockReader.placeInFile(place), what);
    }
  }

  /** To be called last. */
  public void end() {
    if (found > MOST) {
      listener.found(0, "there are " + (found - MOST) + " more problems in this file");
    }
  }
}
