package dev.arag.index.internal.file;

import dev.arag.core.error.CorpusException;

/**
 * Passes problems in the contents of one file to a listener. If a check throws an exception, the
 * exception is reported as one problem and later checks still run. Only the first {@value
 * #MAX_REPORTED} problems are reported; further problems are only counted. Not thread-safe.
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
   * Runs a check and reports any exception that it throws as a problem.
   *
   * @param offset the offset in the body of the checked part
   */
  public void check(long offset, Runnable check) {
    try {
      check.run();
    } catch (CorpusException e) {
      report(BlockReader.fileOffset(offset), String.valueOf(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      // A damaged count can make a check allocate more memory than is available.
      report(BlockReader.fileOffset(offset), "the contents cannot be read: " + e);
    }
  }

  /** Reports a problem if a condition is false. */
  public void require(boolean condition, long offset, String problem) {
    if (!condition) {
      report(BlockReader.fileOffset(offset), problem);
    }
  }

  /** Reports how many problems were counted but not reported. Must be called last. */
  public void finish() {
    if (count > MAX_REPORTED) {
      listener.report(0, "there are " + (count - MAX_REPORTED) + " more problems in this file");
    }
  }
}
