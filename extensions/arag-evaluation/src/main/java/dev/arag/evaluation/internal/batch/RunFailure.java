package dev.arag.evaluation.internal.batch;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.util.Optional;
import java.util.Set;

/** The values of the field {@code failure} of a result: why a run has no answer of the model. */
final class RunFailure {
  /**
   * The last request failed: the server was unreachable, failed or rejected the request. A resumed
   * batch repeats such runs, and only these.
   */
  static final String TRANSPORT = "transport";

  /** A limit of the budget was reached. */
  static final String BUDGET = "budget";

  /** The model or a content filter refused to answer. */
  static final String REFUSED = "refused";

  /** The model replied, but with no usable text. */
  static final String EMPTY = "empty";

  /** The strategy threw an exception. */
  static final String ERROR = "error";

  /** The types of failures in which the model did reply, or which depend on the question. */
  private static final Set<String> REPLIED =
      Set.of("context_overflow", "content_filter", "stuck_calls", "tool_called", "cancelled");

  /** The types of failures that no later question can avoid. */
  private static final Set<String> PERMANENT =
      Set.of("authentication", "quota", "not_found", "proxy", "redirect", "tls");

  private RunFailure() {}

  /** Returns the failure of a run; empty if it has an answer. */
  static Optional<String> of(Trajectory run) {
    if (lastFailure(run).isPresent()) {
      return Optional.of(TRANSPORT);
    }
    if (run.answer().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (run.stopReason()) {
          case REFUSED -> REFUSED;
          case MODEL_FAILED, ANSWERED, TRUNCATED -> EMPTY;
          default -> BUDGET;
        });
  }

  /** Returns the failed request that ended a run; empty if the run ended otherwise. */
  static Optional<Step.ModelFailure> lastFailure(Trajectory run) {
    if (run.stopReason() != StopReason.MODEL_FAILED) {
      return Optional.empty();
    }
    Step last = null;
    for (Step step : run.steps()) {
      last = step instanceof Step.Sent ? step : last;
    }
    return last instanceof Step.ModelFailure failure && isTransport(failure)
        ? Optional.of(failure)
        : Optional.empty();
  }

  private static boolean isTransport(Step.ModelFailure failure) {
    return failure.kind() == ModelException.Kind.OTHER && !REPLIED.contains(failure.errorType());
  }

  /** Whether every further question would fail in the same way, for example without a valid key. */
  static boolean isPermanent(Step.ModelFailure failure) {
    return PERMANENT.contains(failure.errorType());
  }
}
