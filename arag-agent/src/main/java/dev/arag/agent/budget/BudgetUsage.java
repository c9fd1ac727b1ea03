package dev.arag.agent.budget;

import java.time.Duration;
import java.util.Map;

/**
 * The resources that a run has used so far.
 *
 * @param turns model calls
 * @param toolCalls executed calls by the name of the tool
 * @param tokens of all requests and replies
 * @param cost of all requests and replies, in the currency of the prices; 0 without prices
 * @param elapsed since the run began
 */
public record BudgetUsage(
    int turns, Map<String, Integer> toolCalls, long tokens, double cost, Duration elapsed) {
  public BudgetUsage {
    toolCalls = Map.copyOf(toolCalls);
  }

  /** Executed calls of all tools. */
  public int allToolCalls() {
    return toolCalls.values().stream().mapToInt(Integer::intValue).sum();
  }
}
