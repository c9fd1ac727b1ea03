package dev.arag.agent.budget;

import java.time.Duration;
import java.util.Map;

/**
 * What a run has used so far.
 *
 * @param turns model calls
 * @param toolCalls calls that were run, by the tool's name
 * @param tokens of all requests and replies
 * @param cost of all of them, in the currency of the prices; 0 where there are none
 * @param elapsed since the run began
 */
public record Spent(
    int turns, Map<String, Integer> toolCalls, long tokens, double cost, Duration elapsed) {
  public Spent {
    toolCalls = Map.copyOf(toolCalls);
  }

  /** Tool calls that were run, of all tools. */
  public int allToolCalls() {
    return toolCalls.values().stream().mapToInt(Integer::intValue).sum();
  }
}
