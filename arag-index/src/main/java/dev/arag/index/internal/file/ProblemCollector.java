package dev.arag.index.internal.file;

import dev.arag.core.error.CorpusException;

/**
 * Reports the problems in the contents of one file. A check that throws counts as one problem, and
 * the next check runs. Problems after the first {@value #MAX_REPORTED} are only counted. Not
 * thread-safe.
 */
public final class ProblemCollector implements DamageListener {
  private static final int MAX_REPORTED = 100;

  private final DamageListener listener;
  private long count;

  public ProblemCollector(DamageListener listener) {
    this.listener = listener;
  }

  @Override
  public void report(long offset, String problem) {
    if (count++ < MAX_REPORTED) {
      listener.report(offset, problem);
    }
  }

  /**
   * Runs a check.
   *
   * @param offset of the checked part, in the body
   */
  public void check(long offset, Runnable check) {
    try {
      check.run();
    } catch (CorpusException e) {
      report(BlockReader.fileOffset(offset), String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      // Damaged counts may require more memory than is available.
      report(BlockReader.fileOffset(offset), "it cannot be read: " + e);
    }
  }

  /** Reports a problem unless a condition holds. */
  public void require(boolean condition, long offset, String problem) {
    if (!condition) {
      report(BlockReader.fileOffset(offset), problem);
    }
  }

  /** Reports how many problems were only counted. Must be called last. */
  public void finish() {
    if (count > MAX_REPORTED) {
      listener.report(0, "there are " + (count - MAX_REPORTED) + " more problems in this file");
    }
  }
}
