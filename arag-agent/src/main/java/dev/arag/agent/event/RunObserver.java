package dev.arag.agent.event;

import dev.arag.agent.answer.NoAnswerException;

/**
 * Observes one run, for example to write traces, metrics or logs. A new observer is created for
 * each run, so an observer may keep the state of its run in fields. All methods except {@link
 * #wrap(Runnable)} are called in order on the thread of the run. If an observer throws an
 * exception, the run continues and the exception is added to the warnings of the answer.
 *
 * <p>An observer that exceeds the run's remaining time is interrupted. After the interrupt, the
 * observer receives only the last event ({@link RunEvent.Finished} or {@link #failed}) and gets at
 * least five seconds to process it.
 */
public interface RunObserver {
  /**
   * Receives an event. The last event of a run is {@link RunEvent.Finished}, unless {@link
   * #failed(Throwable)} is called instead.
   */
  void onEvent(RunEvent event);

  /**
   * Wraps work that is about to run on another thread. The work is either one attempt to call a
   * model or the execution of a tool after {@link RunEvent.ToolCalled}. If the observer uses
   * thread-bound state, such as a trace context, the returned work must set this state before it
   * runs the given work. For a model call this method is called once per attempt, after {@link
   * RunEvent.TurnStarted}. For calls that are made at the same time it is called once per call, and
   * the given work makes all attempts. This method is not called during a {@linkplain
   * dev.arag.agent.trajectory.Trajectory#replay() replay}.
   *
   * @return work that runs the given work exactly once
   */
  default Runnable wrap(Runnable work) {
    return work;
  }

  /**
   * Called at the end of a run that failed with an exception other than {@link NoAnswerException},
   * for example because the corpus or the strategy failed.
   */
  default void failed(Throwable failure) {}
}
