package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.spi.RunContext;

/**
 * The model calls that the searchers may make for one atomic query. The limits are a share of the
 * run's calls and the run's budget. Not thread-safe.
 */
final class CallAllowance {
  private final RunContext run;
  private final int reserved;
  private int left;

  /**
   * @param calls the maximum number of calls
   * @param reserved the calls that the rest of the run needs
   */
  CallAllowance(RunContext run, int calls, int reserved) {
    this.run = run;
    this.reserved = reserved;
    this.left = calls;
  }

  /** Returns whether one more call may be made, and counts it. */
  boolean take() {
    if (left == 0 || !run.affords(1 + reserved)) {
      return false;
    }
    left--;
    return true;
  }
}
