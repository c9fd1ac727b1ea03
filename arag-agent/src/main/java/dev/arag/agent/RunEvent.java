package dev.arag.agent;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ToolCall;
import java.time.Duration;

/** An event of a run, for listeners and observers. */
public sealed interface RunEvent {
  /**
   * A request is about to be sent to a model.
   *
   * @param turn from 1
   * @param role {@code agent}, or the role that a strategy uses
   * @param model the name in the settings of the model; empty if there is none
   * @param provider the provider by its OpenTelemetry name, such as {@code openai}
   */
  record TurnStarted(int turn, String role, String model, String provider) implements RunEvent {}

  /**
   * A streaming model wrote a part of its reply. Text of a turn is void if {@link Retrying}
   * follows.
   *
   * @param turn the turn it belongs to
   * @param text never empty
   */
  record TextDelta(int turn, String text) implements RunEvent {}

  /**
   * A request failed and is about to be repeated.
   *
   * @param turn the turn it belongs to
   * @param error the message of the failure
   * @param pause the time before the next attempt
   */
  record Retrying(int turn, String error, Duration pause) implements RunEvent {}

  /**
   * A tool is about to be called; {@link StepCompleted} with a {@link Step.ToolUse} follows. Also
   * sent for a call that is answered without executing the tool.
   *
   * @param turn the turn it belongs to
   * @param call the call as the model wrote it
   */
  record ToolCalled(int turn, ToolCall call) implements RunEvent {}

  /**
   * A citation of the answer was checked. Sent for each citation before {@link Finished}, in the
   * order of the text.
   */
  record CitationChecked(Citation citation) implements RunEvent {}

  /** A step ended: a model call, a failure, a tool call, or a correction. */
  record StepCompleted(Step step) implements RunEvent {}

  /** The run has ended, with an answer or without. */
  record Finished(Trajectory trajectory) implements RunEvent {}
}
