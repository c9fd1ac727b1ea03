package dev.arag.agent.budget;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;

/**
 * The resources that a run has used so far.
 *
 * @param turns the number of requests to the main model
 * @param modelCalls the number of requests to the models of all roles
 * @param toolCalls the number of executed calls of each tool, by tool name
 * @param tokens the number of tokens in all requests and replies
 * @param cost the cost of all requests and replies, in the currency of the prices; 0 if the budget
 *     has no prices
 * @param elapsed the time since the run began
 */
public record BudgetUsage(
    int turns,
    int modelCalls,
    Map<String, Integer> toolCalls,
    long tokens,
    double cost,
    Duration elapsed) {
  public BudgetUsage {
    toolCalls = Map.copyOf(requireNonNull(toolCalls, "toolCalls"));
    requireNonNull(elapsed, "elapsed");
  }

  /** The number of executed calls of all tools together. */
  public int allToolCalls() {
    return toolCalls.values().stream().mapToInt(Integer::intValue).sum();
  }
}
