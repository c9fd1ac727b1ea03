package dev.arag.evaluation.internal.scoring;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.internal.metric.GoldSupport;
import dev.arag.evaluation.internal.metric.RetrievalState;
import dev.arag.evaluation.internal.metric.ShownText;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the class of a wrong answer. The stop reason is checked first: budget, repeated searches,
 * failed, gave up. The shown text is checked next: gold text missing, not read, or read.
 */
public final class Triage {
  /** The number of repeated searches that is the cause of a failure if gold text is missing. */
  private static final int MANY_REPEATS = 3;

  private static final Set<StopReason> LIMITS =
      EnumSet.of(
          StopReason.TURN_LIMIT,
          StopReason.MODEL_CALL_LIMIT,
          StopReason.CALL_LIMIT,
          StopReason.CONTEXT_LIMIT,
          StopReason.TOKEN_BUDGET,
          StopReason.COST_LIMIT,
          StopReason.DEADLINE,
          StopReason.TRUNCATED);

  private Triage() {}

  /**
   * Finds the class of a run whose answer is wrong.
   *
   * @param golds the gold answers
   */
  public static FailureClass of(Trajectory trajectory, List<String> golds, GoldSupport gold) {
    StopReason reason = requireNonNull(trajectory, "trajectory").stopReason();
    if (LIMITS.contains(reason)) {
      return FailureClass.BUDGET;
    }
    if (reason == StopReason.REPEATING) {
      return FailureClass.REPEATED_SEARCHES;
    }
    if (reason != StopReason.ANSWERED || trajectory.answer().isEmpty()) {
      return FailureClass.RUN_FAILED;
    }
    return gold.chunks().isEmpty() ? FailureClass.UNKNOWN : ofAnswer(trajectory, golds, gold);
  }

  private static FailureClass ofAnswer(
      Trajectory trajectory, List<String> golds, GoldSupport gold) {
    if (trajectory.outcome().orElseThrow() == Outcome.NOT_FOUND) {
      return FailureClass.GAVE_UP;
    }
    ShownText shown = ShownText.of(trajectory);
    RetrievalState state = RetrievalState.of(shown, gold);
    if (state == RetrievalState.MISSING) {
      return RepeatedSearches.count(trajectory) >= MANY_REPEATS
          ? FailureClass.REPEATED_SEARCHES
          : FailureClass.NEVER_RETRIEVED;
    }
    if (state == RetrievalState.NOT_READ) {
      return FailureClass.RETRIEVED_NOT_READ;
    }
    String answer = trajectory.shortAnswer().orElse("");
    return OtherEntity.isIn(shown, answer, trajectory.question(), golds)
        ? FailureClass.OTHER_ENTITY
        : FailureClass.ANSWERED_WRONG;
  }
}
