package dev.arag.agent.internal.model;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The time of runs, and the seeds of their random numbers. If a run is replayed, both were
 * recorded. Thread-safe, except the clock of a replay.
 */
public class RunClock {
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime the current time
   */
  public RunClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Returns the time for child runs, in which only differences have a meaning. */
  public long childNanoTime() {
    return nanoTime();
  }

  /**
   * Called after child runs.
   *
   * @param durations the duration of each
   * @param width the maximum number of child runs at the same time
   */
  public void overlap(List<Duration> durations, int width) {}

  /** Returns the seed of the run's fence codes. */
  public long seed() {
    return new SecureRandom().nextLong();
  }

  /** Returns the time of the step that ends now. Called once for each step. */
  public Duration timeOfStep(Duration measured) {
    return measured;
  }

  /** Returns the limit of a call for which this time is left in the run. */
  public Duration limit(Duration left) {
    return left;
  }

  /**
   * Whether the tool call that follows was rejected.
   *
   * @param rejection the start of the rejection
   */
  public boolean isRejected(String rejection) {
    return false;
  }

  /**
   * Returns the context of calls. A replay needs none, because nothing outside of the process is
   * called.
   *
   * @param live the context of the calls of a run
   */
  public UnaryOperator<Runnable> context(UnaryOperator<Runnable> live) {
    return live;
  }
}
