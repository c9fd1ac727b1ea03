package dev.arag.evaluation.internal.batch;

import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run.
 *
 * @param trajectory null if the strategy threw an exception
 * @param error the message of the failure; null if there is an answer
 */
record RunResult(@Nullable Trajectory trajectory, @Nullable String error, long latencyMillis) {
  boolean isCancelled() {
    return trajectory != null && trajectory.stopReason() == StopReason.CANCELLED;
  }

  /** Why there is no answer; empty if there is one. */
  Optional<String> failure() {
    return trajectory == null ? Optional.of(RunFailure.ERROR) : RunFailure.of(trajectory);
  }

  String shortAnswer() {
    return trajectory == null ? "" : trajectory.shortAnswer().orElse("");
  }

  /** Whether every further run would fail in the same way. */
  boolean isPermanentFailure() {
    return trajectory != null
        && RunFailure.lastFailure(trajectory).filter(RunFailure::isPermanent).isPresent();
  }

  /** Returns the number of requests that were sent, including retries. */
  long requests() {
    List<Step> steps = trajectory == null ? List.of() : trajectory.steps();
    return steps.stream()
        .filter(step -> step instanceof Step.Sent || step instanceof Step.Retry)
        .count();
  }
}
