package dev.arag.agent;

/**
 * Follows one run for traces, metrics or logs. Each run has one of its own, so it may keep what it
 * needs in fields; but for {@link #carry(Runnable)} all is told on the thread of the run, in order.
 * What it throws never reaches the run: it becomes a warning of the answer. One that takes longer
 * than the run has time is interrupted, and then hears of nothing but the end, for which there are
 * five seconds at least.
 */
public interface RunObserver {
  /**
   * Something happened. The last event of a run is {@link RunEvent.Finished}, unless {@link
   * #failed(Throwable)} is called instead.
   */
  void hear(RunEvent event);

  /**
   * An attempt to ask a model, or a tool between {@link RunEvent.ToolCalled} and its step, is about
   * to be run on another thread. Whoever keeps something in threads, such as the context of a
   * trace, wraps the work; what is given back is run there. Called once for each attempt, after
   * {@link RunEvent.TurnStarted}; not at all where a record is replayed.
   *
   * @return work that runs the given work once
   */
  default Runnable carry(Runnable work) {
    return work;
  }

  /**
   * The run ended by an exception that is no {@link NoAnswerException}: the corpus or a strategy
   * failed.
   */
  default void failed(Throwable failure) {}
}
