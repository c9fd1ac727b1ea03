package dev.arag.strategies.internal.plan;

import java.util.List;
import java.util.Optional;

/** The reply of the planner. */
record PlanForm(Optional<String> analysis, List<StepForm> steps) {
  /**
   * @param task may contain {@code #n} for the answer of step n
   * @param after the numbers of the steps whose answers the task needs
   */
  record StepForm(String task, Optional<StepType> type, List<Integer> after) {}
}
