package dev.arag.agent;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ToolCall;
import java.time.Duration;

/** Something a listener hears while a run is under way. */
public sealed interface RunEvent {
  /**
   * A model is about to be asked.
   *
   * @param turn from 1
   * @param role who is asked: {@code agent}, or the role a strategy speaks to
   * @param model as the settings of the model name it; empty if they do not
   * @param provider who speaks its protocol, as OpenTelemetry names them, such as {@code openai}
   */
  record TurnStarted(int turn, String role, String model, String provider) implements RunEvent {}

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

  /**
   * A tool is about to be called; {@link Stepped} with a {@link Step.ToolUse} follows. Told also of
   * a call that is answered without running a tool.
   *
   * @param turn the turn it belongs to
   * @param call as the model made it
   */
  record ToolCalled(int turn, ToolCall call) implements RunEvent {}

  /**
   * A citation of the answer was checked. Told for each before {@link Finished}, in the order of
   * the text.
   */
  record CitationChecked(Citation citation) implements RunEvent {}

  /** A model replied or failed, a tool was called, or the model was told to go on. */
  record Stepped(Step step) implements RunEvent {}

  /** The run has ended, with an answer or without. */
  record Finished(Trajectory trajectory) implements RunEvent {}
}
