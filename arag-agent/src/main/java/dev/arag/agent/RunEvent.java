package dev.arag.agent;

import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import java.time.Duration;

/** Something a listener hears while a run is under way. */
public sealed interface RunEvent {
  /**
   * A model is about to be asked.
   *
   * @param turn from 1
   */
  record TurnStarted(int turn) implements RunEvent {}

  /**
   * A model has written some text of its reply. Told only by models that stream. What was told of a
   * turn is void when {@link Retrying} follows.
   *
   * @param turn the turn it belongs to
   * @param text never empty
   */
  record TextDelta(int turn, String text) implements RunEvent {}

  /**
   * A request failed and is about to be sent again.
   *
   * @param turn the turn it belongs to
   * @param error what went wrong
   * @param pause how long the next attempt is waited for
   */
  record Retrying(int turn, String error, Duration pause) implements RunEvent {}

  /** A model replied or failed, or a tool was called. */
  record Stepped(Step step) implements RunEvent {}

  /** The run has ended, with an answer or without. */
  record Finished(Trajectory trajectory) implements RunEvent {}
}
