package dev.arag.agent.trajectory;

import dev.arag.agent.model.Tokens;
import dev.arag.tools.Snippet;
import java.time.Duration;
import java.util.List;

/**
 * The resources used by a run.
 *
 * @param turns model calls, the closing call and failed ones included
 * @param toolCalls calls of the model or the strategy, rejected ones included
 * @param retrievedTokens o200k tokens of corpus text in the observations, repeats counted each time
 * @param inputTokens of all requests, as reported by the server, or o200k tokens if it reports none
 * @param cachedInputTokens the part of them the server had cached
 * @param outputTokens of all replies
 * @param elapsed wall-clock time of the run
 */
public record Usage(
    int turns,
    int toolCalls,
    long retrievedTokens,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    Duration elapsed) {

  /** Sums up the steps of a run. */
  public static Usage of(List<Step> steps, Duration elapsed) {
    int turns = 0;
    int toolCalls = 0;
    long retrieved = 0;
    long input = 0;
    long cached = 0;
    long output = 0;
    for (Step step : steps) {
      if (step instanceof Step.ToolUse use) {
        toolCalls++;
        retrieved += use.observation().shown().stream().mapToLong(Snippet::tokens).sum();
      } else if (step instanceof Step.Sent) {
        turns++;
      }
      if (step instanceof Step.ModelCall call) {
        Tokens tokens = call.tokens();
        input += tokens.input();
        cached += tokens.cachedInput();
        output += tokens.output();
      }
    }
    return new Usage(turns, toolCalls, retrieved, input, cached, output, elapsed);
  }
}
