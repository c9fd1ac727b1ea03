package dev.arag.agent;

/**
 * Observes one run, for traces, metrics or logs. Each run has its own observer, which may keep
 * state in fields. All methods but {@link #wrap(Runnable)} are called on the thread of the run, in
 * order. An exception of an observer does not affect the run and is added to the answer's warnings.
 * An observer that exceeds the run's remaining time is interrupted, and then receives only the end
 * of the run, for which it has at least five seconds.
 */
public interface RunObserver {
  /**
   * Receives an event. The last event of a run is {@link RunEvent.Finished}, unless {@link
   * #failed(Throwable)} is called instead.
   */
  void onEvent(RunEvent event);

  /**
   * Wraps work that is about to run on another thread: an attempt to call a model, or a tool
   * between {@link RunEvent.ToolCalled} and its step. An observer with thread-bound state, such as
   * a trace context, sets it in the returned work. Called once for each attempt, after {@link
   * RunEvent.TurnStarted}; not called during a replay.
   *
   * @return work that runs the given work once
   */
  default Runnable wrap(Runnable work) {
    return work;
  }

  /**
   * Receives the end of a run that failed with an exception other than {@link NoAnswerException}:
   * the corpus or a strategy failed.
   */
  default void failed(Throwable failure) {}
}
